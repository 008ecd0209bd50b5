import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { Container } from './container.tsx'
import { CloseIcon } from './icons.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type FullDialogProps = {
  title: string
  /** The accessible name of the close button. */
  closeLabel: string
  onClose: () => void
  /** The ref of the scrolling part. */
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A dialog that takes the whole screen, for something longer than a form. */
export function FullDialog({ title, closeLabel, onClose, ref, children }: FullDialogProps) {
  const returnFocus = useReturnFocus(null)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 animate-fade-in scroll-pb-24 overflow-y-auto bg-paper"
        >
          <Container className="flex h-(--header-height) items-center justify-between gap-4">
            <Radix.Title className="headline text-[1.1875rem]">{title}</Radix.Title>
            <Radix.Close
              aria-label={closeLabel}
              className="-mr-2 inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-mist hover:text-ink"
            >
              <CloseIcon className="size-5" />
            </Radix.Close>
          </Container>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
