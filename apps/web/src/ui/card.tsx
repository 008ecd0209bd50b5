import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A sheet set off by tone and a hairline. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('rounded-card border border-line bg-card px-(--page-margin) py-5 sm:p-7', className)}
      {...props}
    />
  )
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h3'>) {
  return (
    <h3 className={cn('headline text-xl leading-snug', className)} {...props}>
      {children}
    </h3>
  )
}
