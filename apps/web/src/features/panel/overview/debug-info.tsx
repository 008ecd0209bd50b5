import { panelTexts } from '@app/content/ru/ui/panel'
import { countModified } from '@app/domain/panel/panel-state'
import { useConfig } from '#web/lib/config.ts'
import { Facts } from '../cards/facts-card.tsx'
import { usePanel } from '../panel-context.ts'

const texts = panelTexts.debug.info

/** Shows what a bug report should say about where it happened. */
export function DebugInfo() {
  const config = useConfig()
  const { state, environment, apiUrl, apiUrls } = usePanel()
  return (
    <div className="rounded-xl bg-mist px-4 py-3">
      <Facts
        facts={[
          [texts.page, `${location.origin}${location.pathname}`],
          [texts.environment, `${config.environment} / ${environment}`],
          [texts.apiUrl, apiUrl],
          [texts.developmentUrl, apiUrls.development],
          [texts.productionUrl, apiUrls.production],
          [texts.database, config.supabaseUrl],
          [texts.modified, countModified(state)],
          [texts.now, new Date().toISOString()],
          [texts.userAgent, navigator.userAgent],
        ]}
      />
    </div>
  )
}
