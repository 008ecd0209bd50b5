import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

/** The page's measure: the same margins for every band of every screen. */
export function Container({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div className={cn('mx-auto w-full max-w-[76rem] px-(--page-margin) sm:px-8', className)} {...props} />
  )
}
