import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'

export const Tabs = Radix.Root

/** The row of tabs; on a narrow screen it scrolls sideways, and the chosen one is in sight. */
export function TabsList({ className, ...props }: Omit<ComponentProps<typeof Radix.List>, 'ref'>) {
  const list = useRef<HTMLDivElement>(null)
  const seen = useRef<Element | null>(null)
  // After every render. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const chosen = list.current?.querySelector('[data-state="active"]')
    if (!list.current || !chosen || chosen === seen.current) return
    seen.current = chosen
    const [row, tab] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    if (tab.right > row.right) list.current.scrollLeft += tab.right - row.right
    else if (tab.left < row.left) list.current.scrollLeft -= row.left - tab.left
  })
  return (
    <Radix.List
      ref={list}
      className={cn('sideways flex gap-1 border-b border-line-strong', className)}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-11 shrink-0 border-b-3 border-transparent px-3.5 text-label font-medium text-ink-soft transition-colors outline-offset-[-3px] focus-visible:rounded-xl hover:text-ink data-[state=active]:border-meadow data-[state=active]:text-ink',
        className,
      )}
      // Radix focuses a pressed tab by script, which browsers may take for the keyboard's doing.
      onPointerDown={(event) => {
        event.currentTarget.style.outline = 'none'
      }}
      onBlur={(event) => {
        event.currentTarget.style.outline = ''
      }}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...props} />
}
