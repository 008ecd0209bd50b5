import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { formatJson } from '@app/domain/panel/json'
import { isModified } from '@app/domain/panel/panel-state'
import type { TestDefinition } from '@app/domain/panel/test-schema'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { evaluateProbe } from '../checks/evaluate-probe.ts'
import { PayloadEditor } from '../editor/payload-editor.tsx'
import { usePanel } from '../panel-context.ts'
import { readPayload } from '../requests/read-payload.ts'
import { EndpointLine } from './endpoint-line.tsx'
import { TestCard } from './test-card.tsx'

type PredefinedTestProps = {
  /** `webhooks/payment`, the key of its edits and results. */
  test: string
  definition: TestDefinition
  /** The label of its failures. */
  failure: string
  actions?: ReactNode
  note?: ReactNode
}

/** A predefined test: its payload (webhooks) or body (APIs) can be edited, sent and reset. */
export function PredefinedTest({ test, definition, failure, actions, note }: PredefinedTestProps) {
  const { state, dispatch, run, send, apiUrl, isForeign, isKept } = usePanel()
  const { name, description, method, endpoint, payload, body } = definition
  const text = state.edits[test] ?? formatJson(payload === undefined ? body : payload)
  const modified = isModified(state, test)

  function start() {
    void run({ key: test, name, failure }, async (signal) => {
      const draft = { method, endpoint, payload: readPayload(text) }
      return evaluateProbe({
        draft,
        answer: await send(draft, signal),
        failure,
        apiUrl,
        isForeign: isForeign(),
      })
    })
  }

  return (
    <TestCard
      test={test}
      name={name}
      description={description}
      onTest={start}
      isKept={isKept({ method, endpoint })}
      badge={modified && <Badge variant="waiting">{names.modified}</Badge>}
      actions={
        <>
          <Button
            size="sm"
            variant="outline"
            disabled={!modified}
            onClick={() => dispatch({ type: 'reset', test })}
          >
            {names.reset}
          </Button>
          {actions}
        </>
      }
    >
      <EndpointLine method={method} endpoint={endpoint} />
      <PayloadEditor
        label={payload === undefined ? panelTexts.test.body : panelTexts.test.payload}
        value={text}
        onChange={(typed) => {
          if (typed !== text) dispatch({ type: 'edited', test, text: typed })
        }}
      />
      {note}
    </TestCard>
  )
}
