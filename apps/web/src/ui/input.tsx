import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A one-line input, 16 px or larger so that iOS does not zoom in on it. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={cn(
        'block min-h-13 w-full rounded-xl border border-line-strong bg-card px-[min(1rem,5vw)] text-[1.0625rem] text-ink transition-colors placeholder:text-ink-soft/75 hover:border-meadow focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep disabled:bg-mist aria-invalid:border-danger',
        className,
      )}
      {...props}
    />
  )
}
