import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

export const Tabs = Radix.Root

/** The row of tabs; on a narrow screen it scrolls sideways. */
export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn(
        'flex gap-1 overflow-x-auto border-b border-line-strong [scrollbar-width:none]',
        className,
      )}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-11 shrink-0 border-b-3 border-transparent px-3.5 text-label font-medium text-ink-soft transition-colors outline-offset-[-3px] hover:text-ink data-[state=active]:border-meadow data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...props} />
}
