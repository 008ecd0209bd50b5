import { panelTexts } from '@app/content/ru/ui/panel'
import { type CustomKind, isSameSaved, kindOf, toDraft, withSaved } from '@app/domain/panel/custom-test'
import type { SavedTest } from '@app/domain/panel/test-schema'
import { useState } from 'react'
import { usePanel } from '../panel-context.ts'
import { CustomForm } from './custom-form.tsx'
import { SavedList } from './saved-list.tsx'
import { keepSavedTests, readSavedTests } from './saved-tests.ts'

const kinds: CustomKind[] = ['webhook', 'api']

/** Tests an administrator makes up, and those kept in this browser. */
export function CustomTestsTab() {
  const { setDraft } = usePanel()
  const [saved, setSaved] = useState(readSavedTests)

  function keep(tests: SavedTest[]) {
    setSaved(tests)
    keepSavedTests(tests)
  }

  return (
    <div className="grid gap-4">
      <SavedList
        saved={saved}
        onLoad={(test) => setDraft(kindOf(test), toDraft(test))}
        onRemove={(removed) => keep(saved.filter((each) => !isSameSaved(each, removed)))}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        {kinds.map((kind) => (
          <CustomForm
            key={kind}
            kind={kind}
            title={panelTexts.custom[kind]}
            onSave={(test) => keep(withSaved(saved, test))}
          />
        ))}
      </div>
    </div>
  )
}
