import { panelTexts } from '@app/content/ru/ui/panel'
import {
  type CustomKind,
  isSameSaved,
  kindOf,
  savedKey,
  toDraft,
  withRestored,
  withSaved,
} from '@app/domain/panel/custom-test'
import type { SavedTest } from '@app/domain/panel/test-schema'
import { useRef, useState } from 'react'
import { usePanel } from '../panel-context.ts'
import { CustomForm } from './custom-form.tsx'
import { RemovedNote } from './removed-note.tsx'
import { SavedList } from './saved-list.tsx'
import { readSavedTests, storeSavedTests } from './saved-tests.ts'

const kinds: CustomKind[] = ['webhook', 'api']

/** Custom tests and the saved ones of this browser. */
export function CustomTestsTab() {
  const { setDraft } = usePanel()
  const [saved, setSaved] = useState(readSavedTests)
  const [removed, setRemoved] = useState<{ test: SavedTest; at: number } | null>(null)
  const webhookField = useRef<HTMLInputElement>(null)
  const apiField = useRef<HTMLInputElement>(null)
  const firstFields = { webhook: webhookField, api: apiField }

  function keep(tests: SavedTest[]) {
    setSaved(tests)
    storeSavedTests(tests)
  }

  function load(test: SavedTest) {
    const kind = kindOf(test)
    setDraft(kind, toDraft(test))
    // On a phone the form is far below.
    const field = firstFields[kind].current
    field?.closest('[role="form"]')?.scrollIntoView()
    field?.focus({ preventScroll: true })
  }

  function remove(test: SavedTest) {
    setRemoved({ test, at: saved.findIndex((each) => isSameSaved(each, test)) })
    keep(saved.filter((each) => !isSameSaved(each, test)))
  }

  function bringBack() {
    if (removed) keep(withRestored(saved, removed.test, removed.at))
    setRemoved(null)
  }

  return (
    <div className="grid gap-4">
      <SavedList saved={saved} onLoad={load} onRemove={remove}>
        {removed && <RemovedNote key={savedKey(removed.test)} test={removed.test} onBringBack={bringBack} />}
      </SavedList>
      <div className="grid gap-4 xl:grid-cols-2">
        {kinds.map((kind) => (
          <CustomForm
            key={kind}
            ref={firstFields[kind]}
            kind={kind}
            title={panelTexts.custom[kind]}
            onSave={(test) => keep(withSaved(saved, test))}
          />
        ))}
      </div>
    </div>
  )
}
