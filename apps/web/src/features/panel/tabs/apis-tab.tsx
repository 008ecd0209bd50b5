import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { apiTestTexts } from '@app/content/ru/ui/panel'
import { apiTestIds, apiTests } from '@app/domain/panel/panel-tests'
import { PredefinedTest } from '../cards/predefined-test.tsx'
import { apiKey } from '../test-keys.ts'

/** Tests of the product's own API. */
export function ApisTab() {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {apiTestIds.map((id) => (
        <PredefinedTest
          key={id}
          test={apiKey(id)}
          definition={{ ...apiTests[id], ...apiTestTexts[id] }}
          failure={panelErrorTexts.apiFailed}
        />
      ))}
    </div>
  )
}
