import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import {
  apiMethods,
  type CustomDraft,
  type CustomKind,
  canSave,
  canTest,
  toSavedTest,
  webhookMethods,
} from '@app/domain/panel/custom-test'
import type { SavedTest } from '@app/domain/panel/test-schema'
import { type Ref, useId, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from '../cards/cancel-button.tsx'
import { LastResult } from '../cards/last-result.tsx'
import { TestButton } from '../cards/test-button.tsx'
import { evaluateProbe } from '../checks/evaluate-probe.ts'
import { reasonOf } from '../checks/outcome.ts'
import { usePanel } from '../panel-context.ts'
import { readPayload } from '../requests/read-payload.ts'
import { baseOf } from '../requests/test-request.ts'
import { customKey } from '../test-keys.ts'
import { CustomFields } from './custom-fields.tsx'

const texts = panelTexts.custom
/** The way each kind is called in 'Custom ... test failed'. */
const kindNames = { webhook: 'webhook', api: 'API' } as const

/** The outcome of saving, until the form changes. */
type Note = { variant: 'success' | 'error'; text: string; of: CustomDraft }
type CustomFormProps = {
  kind: CustomKind
  title: string
  onSave: (test: SavedTest) => void
  /** The ref of the first field. */
  ref: Ref<HTMLInputElement>
}

/** A test of one's own: a webhook with a payload, or any call of the API. */
export function CustomForm({ kind, title, onSave, ref }: CustomFormProps) {
  const { drafts, setDraft, run, send, apiUrl, apiUrls, isForeign, isKept } = usePanel()
  const [note, setNote] = useState<Note | null>(null)
  const titleId = useId()
  const draft = drafts[kind]
  const key = customKey(kind)

  function change(changes: Partial<CustomDraft>) {
    setDraft(kind, { ...draft, ...changes })
  }

  function start() {
    const failure = panelErrorTexts.customFailed(kindNames[kind])
    const { method, endpoint, text } = draft
    void run({ key, name: draft.name.trim() || title, failure }, async (signal) => {
      const request = { method, endpoint, payload: readPayload(text) }
      const answer = await send(request, signal)
      const base = baseOf(endpoint, apiUrl, Object.values(apiUrls))
      return evaluateProbe({ draft: request, answer, failure, apiUrl: base, isForeign: isForeign(base) })
    })
  }

  function save() {
    try {
      onSave(toSavedTest(kind, draft, readPayload(draft.text)))
      setNote({ variant: 'success', text: texts.savedNow(draft.name.trim()), of: draft })
    } catch (error) {
      setNote({ variant: 'error', text: reasonOf(error), of: draft })
    }
  }

  return (
    <Card role="form" aria-labelledby={titleId} className="grid min-w-0 scroll-mt-24 content-start gap-4">
      <CardTitle id={titleId}>{title}</CardTitle>
      <CustomFields
        ref={ref}
        draft={draft}
        onChange={change}
        methods={kind === 'webhook' ? webhookMethods : apiMethods}
        payloadLabel={kind === 'webhook' ? texts.payload : `${texts.body}, ${texts.optional}`}
      />
      {note?.of === draft && <Alert variant={note.variant}>{note.text}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" disabled={!canSave(kind, draft)} onClick={save}>
          {names.save}
        </Button>
        <TestButton
          test={key}
          isReady={canTest(kind, draft)}
          isKept={isKept({ method: draft.method, endpoint: draft.endpoint })}
          onClick={start}
        />
        <CancelButton tests={[key]} />
      </div>
      <LastResult test={key} />
    </Card>
  )
}
