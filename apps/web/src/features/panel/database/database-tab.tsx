import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import type { ClientConfig } from '@app/contracts/client-config'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session.ts'
import { FactsCard } from '../cards/facts-card.tsx'
import { TestCard } from '../cards/test-card.tsx'
import { messageOf, type Outcome } from '../outcome.ts'
import { usePanel } from '../panel-context.ts'
import { checkAccess, checkConnection, checkSchema } from './database-checks.ts'

const texts = panelTexts.database

type Check = {
  key: string
  text: { name: string; text: string }
  check: (config: ClientConfig) => Promise<Outcome>
  failure: (message: string) => string
}

const checks: Check[] = [
  {
    key: 'database/connection',
    text: texts.connection,
    check: checkConnection,
    failure: panelErrorTexts.databaseFailed,
  },
  { key: 'database/schema', text: texts.schema, check: checkSchema, failure: panelErrorTexts.schemaFailed },
  { key: 'database/access', text: texts.access, check: checkAccess, failure: panelErrorTexts.rlsFailed },
]

/** Whether rows can be reached by those who may, and by nobody else. */
export function DatabaseTab() {
  const config = useConfig()
  const { run } = usePanel()

  function start({ key, text, check, failure }: Check) {
    void run({ key, name: text.name, failure: failure('') }, async () => {
      try {
        return await check(config)
      } catch (error) {
        const message = failure(messageOf(error))
        window.alert(message)
        return { success: false, message, error: message }
      }
    })
  }

  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {checks.map((each) => (
        <TestCard
          key={each.key}
          test={each.key}
          name={each.text.name}
          description={each.text.text}
          onTest={() => start(each)}
        />
      ))}
      <DatabaseConfig />
    </div>
  )
}

function DatabaseConfig() {
  const { supabaseUrl, supabaseKey } = useConfig()
  const session = useSession()
  const words = texts.config
  return (
    <FactsCard
      title={words.title}
      facts={[
        [words.url, `${supabaseUrl}/rest/v1`],
        [words.key, `${supabaseKey.slice(0, 20)}…`],
        [words.table, 'quiz_leads'],
        [words.user, session.status === 'signed-in' ? (session.person.email ?? session.person.id) : '—'],
      ]}
    />
  )
}
