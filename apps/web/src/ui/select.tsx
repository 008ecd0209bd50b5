import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type InputSize, inputSizes } from './input-sizes.ts'

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: InputSize }

/** The native select in the style of an `Input`. */
export function Select({ size = 'default', className, ...props }: SelectProps) {
  return (
    <select
      className={cn(
        'block w-full border border-line-strong bg-card text-ink hover:border-meadow focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep disabled:bg-mist',
        inputSizes[size],
        className,
      )}
      {...props}
    />
  )
}
