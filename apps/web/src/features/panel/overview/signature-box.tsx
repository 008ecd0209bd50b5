import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { formatJson } from '@app/domain/panel/json'
import { signPayment } from '@app/domain/panel/sign-payment'
import { useRef, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { reasonOf } from '../checks/outcome.ts'
import { withLimit } from '../checks/with-limit.ts'
import { usePanel } from '../panel-context.ts'
import { md5 } from '../requests/md5.ts'
import { paymentTestKey } from '../test-keys.ts'
import { makeTestPayment } from './make-test-payment.ts'

const texts = panelTexts.signature

type Note = { variant: 'success' | 'info' | 'error'; text: string }

/** The secret that signs test payments, and data to sign. */
export function SignatureBox() {
  const config = useConfig()
  const { secret, setSecret, dispatch, send, isForeign } = usePanel()
  const [note, setNote] = useState<Note | null>(null)
  const [isMaking, setMaking] = useState(false)
  const stop = useRef(new AbortController())

  async function generate() {
    if (!secret) return setNote({ variant: 'error', text: texts.needsSecret })
    stop.current = new AbortController()
    const { signal: stopped } = stop.current
    setNote(null)
    setMaking(true)
    try {
      const { payload, hasOrder } = await withLimit(
        (signal) => makeTestPayment(config, { send, isForeign, signal }),
        { signal: stopped },
      )
      const text = formatJson(signPayment(payload, secret, md5) ?? payload)
      dispatch({ type: 'edited', test: paymentTestKey, text })
      const outlook = hasOrder ? texts.orderPlaced : texts.noOrder
      setNote({ variant: 'success', text: `${texts.ready(payload.InvId)} ${outlook}` })
    } catch (error) {
      setNote(
        stopped.aborted
          ? { variant: 'info', text: panelTexts.test.cancelled }
          : { variant: 'error', text: reasonOf(error) },
      )
    }
    setMaking(false)
  }

  return (
    <Card className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1.5">
        <CardTitle>{texts.title}</CardTitle>
        <p className="text-label text-ink-soft">{texts.text}</p>
      </div>
      <Field
        label={texts.secret}
        hint={config.environment === 'sandbox' ? texts.sandboxHint : texts.secretHint}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isMaking} onClick={() => void generate()}>
          {names.generateTestData}
        </Button>
        {isMaking && (
          <Button size="sm" variant="outline" onClick={() => stop.current.abort()}>
            {names.cancel}
          </Button>
        )}
      </div>
      {note && <Alert variant={note.variant}>{note.text}</Alert>}
    </Card>
  )
}
