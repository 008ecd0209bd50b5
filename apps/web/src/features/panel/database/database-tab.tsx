import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'
import { FactsCard } from '../cards/facts-card.tsx'
import { HereNote } from '../cards/here-note.tsx'
import { TestCard } from '../cards/test-card.tsx'
import type { Outcome } from '../checks/outcome.ts'
import { usePanel } from '../panel-context.ts'
import { checkAccess, checkConnection, checkSchema } from './database-checks.ts'

const texts = panelTexts.database

const checks = ['connection', 'schema', 'access'] as const
type Check = (typeof checks)[number]

const alerts = {
  connection: panelErrorTexts.databaseFailed,
  schema: panelErrorTexts.schemaFailed,
  access: panelErrorTexts.rlsFailed,
} as const satisfies Record<Check, (message: string) => string>

/** Checks that only permitted users can read rows. */
export function DatabaseTab() {
  const config = useConfig()
  const session = useSession()
  const { run } = usePanel()
  const userId = session.status === 'signed-in' ? session.person.id : ''

  async function check(which: Check, signal: AbortSignal): Promise<Outcome> {
    const { rest, visitor } = await loadSupabase(config)
    const keys = { visitor, administrator: rest }
    if (which === 'connection') return checkConnection(keys, signal)
    const askServer = () => callApi(config, '/panel/row-security')
    if (which === 'schema') return checkSchema(keys, { askServer, signal })
    return checkAccess(keys, { userId, askServer, signal })
  }

  function start(which: Check) {
    const alert = alerts[which]
    void run({ key: `database/${which}`, name: texts[which].name, failure: alert(''), alert }, (signal) =>
      check(which, signal),
    )
  }

  return (
    <>
      <HereNote />
      <div className="grid gap-4 lg:grid-cols-2">
        {checks.map((which) => (
          <TestCard
            key={which}
            test={`database/${which}`}
            name={texts[which].name}
            description={texts[which].text}
            onTest={() => start(which)}
          />
        ))}
        <DatabaseConfig />
      </div>
    </>
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
