import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/sessions'
import { formatMoment } from '@app/content/ru/writing/date'
import { deviceName } from '@app/content/ru/writing/device'
import type { AccountSession } from '@app/contracts/account-sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { endSessionsMutation, sessionsQuery } from './sessions-query.ts'

/** The devices where the user is signed in; all but this one can be signed out from here. */
export function SessionsList() {
  const config = useConfig()
  const { data, isPending, refetch } = useQuery(sessionsQuery(config, signedInId()))
  const ending = useMutation(endSessionsMutation(config, signedInId()))
  if (!data && isPending) return <Spinner className="size-6" label={texts.loading} />
  if (!data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p>{texts.failed}</p>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  const which = ending.variables
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="grid w-full divide-y divide-line">
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={
              ending.isPending && which !== undefined && which !== 'others' && which.id === session.id
            }
            isLocked={ending.isPending}
            onEnd={() => ending.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {ending.isError && <Alert variant="error">{texts.notEnded}</Alert>}
      {ending.isSuccess && (
        <Alert variant="success">{which === 'others' ? texts.othersEnded : texts.ended}</Alert>
      )}
      {data.length > 1 ? (
        <Button
          variant="outline"
          size="sm"
          busy={ending.isPending && which === 'others'}
          disabled={ending.isPending && which !== 'others'}
          onClick={() => ending.mutate('others')}
        >
          {texts.endOthers}
        </Button>
      ) : (
        <p className="text-label text-ink-soft">{texts.onlyHere}</p>
      )}
    </div>
  )
}

type SessionRowProps = { session: AccountSession; isEnding: boolean; isLocked: boolean; onEnd: () => void }

function SessionRow({ session, isEnding, isLocked, onEnd }: SessionRowProps) {
  const { device, signedInAt, lastUsedAt, isCurrent } = session
  const name = deviceName(device)
  const signedIn = formatMoment(new Date(signedInAt))
  const lastUsed = formatMoment(new Date(lastUsedAt))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-1 text-label text-ink-soft">
          {isCurrent && <span className="font-medium text-ink">{texts.current}, </span>}
          <span>
            {isCurrent || lastUsed === signedIn
              ? texts.signedIn(signedIn)
              : `${texts.signedIn(signedIn)}, ${texts.lastUsed(lastUsed)}`}
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="outline"
          size="sm"
          busy={isEnding}
          disabled={isLocked && !isEnding}
          aria-label={texts.endLabel(name, signedIn)}
          onClick={onEnd}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}
