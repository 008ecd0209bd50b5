import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

const variants = {
  info: 'border-mist-deep bg-mist text-ink',
  waiting: 'border-amber-line bg-amber-soft text-ink',
  success: 'border-meadow/40 bg-mist text-ink',
  error: 'border-danger/40 bg-danger-soft text-danger',
}

type AlertProps = ComponentProps<'div'> & { variant?: keyof typeof variants }

/** A message of the page itself. Errors interrupt a screen reader, the rest wait for it. */
export function Alert({ variant = 'info', className, ...props }: AlertProps) {
  return (
    <div
      role={variant === 'error' ? 'alert' : 'status'}
      className={cn(
        'max-w-full rounded-card border px-4 py-3 text-label wrap-anywhere',
        variants[variant],
        className,
      )}
      {...props}
    />
  )
}
