import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts, webhookTestTexts } from '@app/content/ru/ui/panel'
import { formatJson, parseJson } from '@app/domain/panel/json'
import { webhookTestIds, webhookTests } from '@app/domain/panel/panel-tests'
import { signPayment } from '@app/domain/panel/sign-payment'
import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PredefinedTest } from '../cards/predefined-test.tsx'
import { usePanel } from '../panel-context.ts'
import { md5 } from '../requests/md5.ts'
import { paymentTestKey, webhookKey } from '../test-keys.ts'

/** Shows what others would post to us. */
export function WebhooksTab() {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {webhookTestIds.map((id) =>
        id === 'payment' ? (
          <PaymentTest key={id} />
        ) : (
          <PredefinedTest
            key={id}
            test={webhookKey(id)}
            definition={{ ...webhookTests[id], ...webhookTestTexts[id] }}
            failure={panelErrorTexts.webhookFailed}
          />
        ),
      )}
    </div>
  )
}

function PaymentTest() {
  const { state, dispatch, secret } = usePanel()
  const [problem, setProblem] = useState<string | null>(null)
  const text = state.edits[paymentTestKey] ?? formatJson(webhookTests.payment.payload)

  function sign() {
    if (!secret) return setProblem(panelTexts.signature.needsSecret)
    const reading = parseJson(text)
    if (reading.outcome === 'malformed') return setProblem(panelTexts.test.badJson(reading.message))
    const signed = signPayment(reading.value, secret, md5)
    if (!signed) return setProblem(panelTexts.signature.needsFields)
    setProblem(null)
    dispatch({ type: 'edited', test: paymentTestKey, text: formatJson(signed) })
  }

  return (
    <PredefinedTest
      test={paymentTestKey}
      definition={{ ...webhookTests.payment, ...webhookTestTexts.payment }}
      failure={panelErrorTexts.webhookFailed}
      actions={
        <Button size="sm" variant="secondary" onClick={sign}>
          {names.generateSignedPayload}
        </Button>
      }
      note={problem && <Alert variant="error">{problem}</Alert>}
    />
  )
}
