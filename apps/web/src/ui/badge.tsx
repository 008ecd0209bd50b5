import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

const badgeStyle = cva(
  'inline-flex items-center rounded-full whitespace-nowrap px-2.5 py-0.5 text-[0.8125rem] font-medium',
  {
    variants: {
      variant: {
        neutral: 'bg-mist text-ink-soft',
        success: 'bg-meadow text-on-fill',
        error: 'bg-danger text-on-fill',
        waiting: 'bg-amber-soft text-amber-deep',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
)

/** A word about the state of the thing it stands beside. */
export function Badge({
  variant,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeStyle>) {
  return <span className={cn(badgeStyle({ variant }), className)} {...props} />
}
