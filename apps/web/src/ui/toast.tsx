import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type ToastProps = {
  at?: 'head' | 'foot'
  /** Called when a pointer or the focus enters or leaves. */
  onHold?: (isHeld: boolean) => void
  children: ReactNode
}

/**
 * A temporary message over the header or footer, with at most one button. In a narrow header it
 * leaves room for the sign-in button.
 */
export function Toast({ at = 'head', onHold, children }: ToastProps) {
  return (
    <div
      role="status"
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
      className={cn(
        '@container fixed left-[min(0.75rem,3vw)] z-30 mx-auto flex max-w-md animate-fade-in flex-wrap items-center justify-between gap-x-4 rounded-2xl border border-on-night/25 bg-night text-label text-on-night',
        at === 'head'
          ? 'top-1 right-[min(12.5rem,51%)] px-[min(1rem,3vw)] py-1 lg:top-3 lg:right-3 lg:px-5 lg:py-2'
          : 'right-3 px-5 py-2 bottom-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  )
}
