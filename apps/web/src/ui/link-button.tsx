import { type MouseEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { type ButtonLook, buttonStyle } from './button.tsx'
import { Spinner } from './spinner.tsx'

type LinkButtonProps = ButtonLook & {
  /** The address of a press that comes before React does. */
  hash: `#${string}`
  onPress: () => void
  busy?: boolean
  className?: string
  children: ReactNode
}

/** A button that is a link, so that a press on the page as the build rendered it is kept in its address. */
export function LinkButton({
  hash,
  onPress,
  busy = false,
  variant,
  size,
  className = '',
  children,
}: LinkButtonProps) {
  const pressEarly = useEffectEvent(onPress)
  useEffect(() => {
    if (location.hash !== hash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    pressEarly()
  }, [hash])

  function press(event: MouseEvent) {
    event.preventDefault()
    if (!busy) onPress()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a link keeps a press that comes before React does
    <a
      href={hash}
      role="button"
      draggable={false}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={buttonStyle({ variant, size, className: `no-underline ${className}` })}
    >
      {busy && <Spinner className="size-5" />}
      {children}
    </a>
  )
}
