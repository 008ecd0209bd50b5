import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Spinner } from './spinner.tsx'

const shape =
  'pressable inline-flex items-center justify-center gap-2 rounded-full text-center font-medium leading-tight'

const variants = {
  default: 'bg-meadow text-on-fill hover:bg-meadow-deep active:bg-ink fades-off',
  destructive: 'bg-danger text-on-fill hover:bg-danger/90 active:bg-danger/80 disabled:opacity-50',
  outline:
    'border border-line-strong bg-card text-ink hover:border-meadow hover:bg-mist active:bg-mist-deep fades-line',
  secondary: 'bg-mist text-ink hover:bg-mist-deep active:bg-line-strong disabled:text-ink-soft',
  ghost: 'text-ink hover:bg-mist active:bg-mist-deep disabled:text-ink-soft/60',
  link: 'rounded-sm text-meadow-deep underline decoration-1 underline-offset-4 hover:text-ink disabled:text-ink-soft px-0!',
  quiz: 'bg-amber text-night hover:bg-amber/90 active:bg-amber/80 disabled:bg-amber-soft disabled:text-ink-soft',
  success: 'bg-meadow-deep text-on-fill hover:bg-ink active:bg-ink fades-off',
}

const sizes = {
  default: 'min-h-12 px-[min(1.5rem,5vw)] text-[min(1rem,7vw)]',
  sm: 'min-h-11 px-4 text-label',
  lg: 'min-h-[min(3.5rem,20vw)] px-[min(1.5rem,4vw)] text-lg',
  icon: 'size-12 shrink-0',
  quiz: 'min-h-15 px-9 text-lg',
}

export type ButtonStyleOptions = {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
}

/** The look of everything that is pressed; a link takes it with `className={buttonStyle({ … })}`. */
export function buttonStyle({
  variant = 'default',
  size = 'default',
  className,
}: ButtonStyleOptions & { className?: string } = {}): string {
  return cn(shape, variants[variant], sizes[size], className)
}

type ButtonProps = ComponentProps<'button'> & ButtonStyleOptions & { busy?: boolean }

/**
 * A button of type `button` by default. While `busy` it shows a spinner and ignores presses, but
 * keeps the focus. Its text has its own element, because translators replace adjacent text nodes.
 */
export function Button({
  variant,
  size,
  busy = false,
  className,
  disabled,
  children,
  onClick,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Enter in a field of the form presses its button too.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cn(buttonStyle({ variant, size }), className)}
      {...props}
    >
      {busy && <Spinner className="size-5" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}
