import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type InputSize, inputSizes } from './input-sizes.ts'

/** Controlled or uncontrolled. */
export type InputValue = { value: string; defaultValue?: never } | { defaultValue: string; value?: never }

type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: InputSize }

/**
 * Size containment, so that typing does not lay out the page. Small inputs in rows need their own
 * width.
 */
const sizeContainment = 'contain-[size_layout]'

/** A one-line input, 16 px or larger so that iOS does not zoom in on it. */
export function Input({ size = 'default', className, ...props }: InputProps) {
  return (
    <input
      className={cn(
        'block w-full border border-line-strong bg-card text-ink placeholder:text-ink-soft/75 hover:border-meadow focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep disabled:bg-mist aria-invalid:border-danger aria-invalid:focus:border-danger aria-invalid:focus:outline-danger',
        inputSizes[size],
        size !== 'sm' && sizeContainment,
        className,
      )}
      {...props}
    />
  )
}
