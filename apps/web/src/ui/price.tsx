import { cn } from '#web/lib/cn.ts'

type PriceProps = { className?: string; children: string }

/** A sum of money, which a browser that translates the page leaves as it is. */
export function Price({ className, children }: PriceProps) {
  return (
    <span translate="no" className={cn('tabular-nums', className)}>
      {children}
    </span>
  )
}
