import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type InputSize, inputSizes } from './input-sizes.ts'

/** Whoever draws an input keeps what is in it, or leaves that to the input. */
export type InputValue = { value: string; defaultValue?: never } | { defaultValue: string; value?: never }

type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: InputSize }

/**
 * Nothing typed into it changes its measures: told so, a browser does not lay out the page around it for each letter. It takes its width from
 * what is around it, and has none of its own: the small ones stand in rows, and need theirs.
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
