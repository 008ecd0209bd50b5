import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from './check-mark.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A native checkbox with its label; the tick is drawn when it is set. */
export function Checkbox({ className, children, ...props }: CheckboxProps) {
  return (
    <label className={cn('flex items-start gap-3 py-1.5 text-label', className)}>
      <span className="relative mt-px inline-flex size-6 shrink-0">
        <input
          type="checkbox"
          className="peer size-6 appearance-none rounded-md border border-line-strong bg-card checked:border-meadow checked:bg-meadow hover:border-meadow aria-invalid:border-danger"
          {...props}
        />
        <CheckMark className="pointer-events-none absolute inset-1 hidden size-4 text-on-fill peer-checked:block" />
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}
