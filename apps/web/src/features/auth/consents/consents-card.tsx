import { consentTexts as texts } from '@app/content/ru/ui/consents'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ConsentRow } from './consent-row.tsx'
import type { ConsentCircumstances } from './consent-status.ts'
import { consentsQuery } from './consents-query.ts'

type ConsentsCardProps = { userId: string; circumstances: ConsentCircumstances }

/**
 * Shows what the user agreed to, when, in which version; what can be taken back is taken back here.
 */
export function ConsentsCard({ userId, circumstances }: ConsentsCardProps) {
  const { data, isPending, refetch } = useQuery(consentsQuery(useConfig(), userId))
  return (
    <Card id="consents" className="lg:col-span-2">
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-2 text-label text-ink-soft">{texts.text}</p>
      <div className="mt-4">
        {data ? (
          <ul className="grid divide-y divide-line">
            {data.map((standing) => (
              <ConsentRow
                key={standing.kind}
                userId={userId}
                standing={standing}
                circumstances={circumstances}
              />
            ))}
          </ul>
        ) : isPending ? (
          <Spinner className="size-6" label={texts.loading} />
        ) : (
          <div role="alert" className="flex flex-wrap items-center gap-4">
            <p>{texts.failed}</p>
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
