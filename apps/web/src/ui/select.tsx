import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

/** The browser's own list of choices, in the look of an `Input`. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={cn(
        'block min-h-13 w-full rounded-xl border border-line-strong bg-card px-[min(1rem,5vw)] text-[1.0625rem] text-ink transition-colors hover:border-meadow focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep disabled:bg-mist',
        className,
      )}
      {...props}
    />
  )
}
