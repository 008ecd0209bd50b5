import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

const variants = {
  neutral: 'bg-mist text-ink-soft',
  success: 'bg-meadow text-on-fill',
  error: 'bg-danger text-on-fill',
  waiting: 'bg-amber-soft text-amber-deep',
}

/** A label for a state. */
export function Badge({
  variant = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { variant?: keyof typeof variants }) {
  const shape =
    'inline-flex items-center rounded-full px-2.5 py-0.5 md:whitespace-nowrap text-[0.8125rem] font-medium'
  return <span className={cn(shape, variants[variant], className)} {...props} />
}
