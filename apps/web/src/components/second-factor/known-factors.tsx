import { secondFactorTexts as texts } from '@app/content/ru/ui/second-factor'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { type Factor, factorsQuery } from '#web/lib/session/second-factor.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Loads the user's factors and renders its children with them. */
export function KnownFactors({ children }: { children: (factors: Factor[]) => ReactNode }) {
  const { data, isError, refetch } = useQuery(factorsQuery(useConfig(), signedInId()))
  if (data) return children(data)
  if (!isError) return <Spinner className="m-6 size-8" label={texts.loading} />
  return (
    <div className="grid justify-items-start gap-3">
      <Alert variant="error">{texts.failed}</Alert>
      <Button variant="outline" onClick={() => void refetch()}>
        {texts.retry}
      </Button>
    </div>
  )
}
