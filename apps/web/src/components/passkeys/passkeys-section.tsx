import { passkeyTexts as texts } from '@app/content/ru/ui/passkeys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { addPasskey, hasPasskeys, passkeysQuery } from '#web/lib/session/passkeys.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PasskeyLine } from './passkey-line.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

/** Lists a staff member's passkeys. An authenticator app stays as a fallback. */
export function PasskeysSection() {
  const config = useConfig()
  if (!hasPasskeys(config)) return null
  return (
    <section aria-labelledby="passkeys-title" className="grid min-w-0 gap-4">
      <div>
        <h2 id="passkeys-title" className="headline text-2xl">
          {texts.title}
        </h2>
        <p className="mt-1 max-w-[44rem] text-ink-soft">{texts.text}</p>
      </div>
      <Keys />
    </section>
  )
}

function Keys() {
  const config = useConfig()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { data, isError, refetch } = useQuery(passkeysQuery(config, signedInId()))
  const reload = () => queries.invalidateQueries({ queryKey: queryKeys.passkeys })

  async function add(name: string) {
    const refusal = await addPasskey(config, name)
    // A key may be there, and its name not.
    void reload()
    if (!refusal) setAdding(false)
    return refusal
  }

  if (!data && isError) {
    return (
      <div className="grid justify-items-start gap-3">
        <Alert variant="error">{texts.failed}</Alert>
        <Button variant="outline" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  if (!data) return <Spinner className="m-6 size-8" label={texts.loading} />
  return (
    <>
      {data.length > 0 ? (
        <Card>
          <ul className="grid gap-4">
            {data.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} onChanged={() => void reload()} />
            ))}
          </ul>
        </Card>
      ) : (
        <p className="text-ink-soft">{texts.none}</p>
      )}
      {isAdding ? (
        <Card>
          <PasskeyNameForm
            initial=""
            submit={texts.addSubmit}
            cancel={texts.cancel}
            onSubmit={add}
            onCancel={() => setAdding(false)}
          />
        </Card>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
    </>
  )
}
