import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { addDialog } from '#web/lib/page/dialog-history.ts'
import { CloseIcon } from './icons.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export const Dialog = Radix.Root

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** Rendered before the title: a back arrow. */
  leading?: ReactNode
  /** The accessible name of the close button. */
  closeLabel: string
  /** The element that gets the focus on close, if not the opener. */
  returnFocusTo?: HTMLElement | null
}

/** A modal sheet: from the bottom of a phone, in the middle of a larger screen. */
export function DialogContent(props: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-shade/45" />
      <Sheet {...props} />
    </Radix.Portal>
  )
}

/** Mounted only while open, so that the focused element at mount is the opener. */
function Sheet(props: DialogContentProps) {
  const { title, description, leading, closeLabel, returnFocusTo, className, children, ...rest } = props
  const { onCloseAutoFocus, ...content } = rest
  const returnFocus = useReturnFocus(returnFocusTo)
  const closeRef = useRef<HTMLButtonElement>(null)
  useCloseOnBack(closeRef)

  return (
    <Radix.Content
      {...(description ? {} : { 'aria-describedby': undefined })}
      className={cn(
        'fixed inset-x-0 bottom-0 z-50 max-h-[92svh] animate-step-in overflow-y-auto rounded-t-3xl bg-paper px-5 pt-6 pb-safe sm:inset-0 sm:m-auto sm:h-fit sm:w-[28rem] sm:rounded-3xl sm:p-8',
        className,
      )}
      {...content}
      onCloseAutoFocus={(event) => {
        onCloseAutoFocus?.(event)
        returnFocus(event)
      }}
    >
      <div
        className={cn(
          'flex flex-wrap items-center gap-1 pr-12 sm:flex-nowrap',
          leading && '-mt-2.5 sm:-mt-4.5',
        )}
      >
        {leading}
        <Radix.Title className="headline text-[min(1.5rem,8vw)] leading-snug wrap-break-word">
          {title}
        </Radix.Title>
      </div>
      {description && <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>}
      <Radix.Close
        ref={closeRef}
        aria-label={closeLabel}
        className="absolute top-4 right-4 inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-mist hover:text-ink"
      >
        <CloseIcon className="size-5" />
      </Radix.Close>
      <div className="mt-5 pb-3 sm:pb-0">{children}</div>
    </Radix.Content>
  )
}

/** Back closes the sheet as its cross does, and stays on the page. */
function useCloseOnBack(closeRef: RefObject<HTMLButtonElement | null>) {
  useLayoutEffect(() => addDialog(() => closeRef.current?.click()), [closeRef])
}
