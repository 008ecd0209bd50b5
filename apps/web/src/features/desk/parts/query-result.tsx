import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { deskTexts as texts } from '@app/content/ru/ui/desk/shell'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The used part of a query result. */
type QueryView<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type AnsweredProps<Data> = { query: QueryView<Data>; children: (data: Data) => ReactNode }

/**
 * Shows what the server answered. Until it has, that it is awaited; when it cannot be asked, why,
 * and a button; and when it cannot be asked again, what it answered before, marked as old.
 */
export function QueryResult<Data>({ query, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined) {
    return error ? (
      <Alert variant="error" className="grid justify-items-start gap-3">
        <p>{refusalText(error)}</p>
        <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </Alert>
    ) : (
      <div className="grid min-h-40 place-items-center">
        <Spinner className="size-7" label={texts.loading} />
      </div>
    )
  }
  return (
    <>
      {error && (
        <Alert variant="waiting">
          {error instanceof ApiError && error.code === 'unreachable' ? texts.offline : texts.stale}
        </Alert>
      )}
      {children(data)}
    </>
  )
}

/** Returns the text for a refused action or question. */
export function refusalText(error: Error): string {
  if (!(error instanceof ApiError)) return apiErrorTexts.internal
  return error.code === 'unreachable' ? networkErrorText : apiErrorTexts[error.code]
}
