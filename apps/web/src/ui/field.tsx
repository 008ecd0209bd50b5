import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

/** The attributes that tie a control to its label, hint and error. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Whether errors are announced while the focus is elsewhere. */
  live?: 'polite' | 'off' | undefined
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A label with its control, and a hint or an error below. */
export function Field({ label, hint, error, live, className, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const message = error ?? hint
  const said = message && <FieldMessage id={messageId} isError={Boolean(error)} message={message} />
  return (
    <div className={cn('grid grid-cols-1 gap-1.5', className)}>
      <label htmlFor={id} className="text-label font-medium">
        {label}
      </label>
      {/* A separate block, because browsers lay out a whole grid for changes in a cell. */}
      <div>
        {children({
          id,
          'aria-describedby': message ? messageId : undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {live ? (
        <div aria-live={live} className="empty:absolute">
          {said}
        </div>
      ) : (
        said
      )}
    </div>
  )
}

export function FieldMessage(props: { id: string; isError: boolean; message: ReactNode }) {
  return (
    <p id={props.id} className={cn('text-label', props.isError ? 'text-danger' : 'text-ink-soft')}>
      {props.message}
    </p>
  )
}
