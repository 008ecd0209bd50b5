import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import type { ClientConfig } from '@app/contracts/client-config'
import { judgeAccess } from '@app/domain/panel/judge-access'
import { loadSupabase } from '#web/lib/supabase.ts'
import type { Outcome } from '../outcome.ts'

const texts = panelTexts.database
const table = 'quiz_leads'

/** Counts rows without reading any (specification, section 7). */
export async function checkConnection(config: ClientConfig): Promise<Outcome> {
  const { rest } = await loadSupabase(config)
  const { count, error, status } = await rest.from(table).select('*', { count: 'exact', head: true })
  // A refused HEAD has no body, and so no message.
  if (error) return refused(panelErrorTexts.databaseFailed(error.message || String(status)))
  return { success: true, message: texts.connection.done(count ?? 0), data: { count } }
}

export async function checkSchema(config: ClientConfig): Promise<Outcome> {
  const { rest } = await loadSupabase(config)
  const { data, error } = await rest.from(table).select('id, created_at').limit(1)
  if (error) return refused(panelErrorTexts.schemaFailed(error.message))
  return { success: true, message: texts.schema.done, data }
}

/** Asks as a visitor for one row of somebody's; the policies work when there is none to be had. */
export async function checkAccess(config: ClientConfig): Promise<Outcome> {
  const { visitor } = await loadSupabase(config)
  const { data, error } = await visitor.from(table).select('id, name, email').limit(1).single()
  const verdict = judgeAccess({ rows: data ? 1 : 0, error })
  if (verdict.outcome === 'failed') return refused(panelErrorTexts.rlsFailed(verdict.message))
  if (verdict.outcome === 'exposed') return refused(panelErrorTexts.rlsFailed(texts.access.exposed))
  return { success: true, message: texts.access.denied, data: { code: error?.code ?? null } }
}

function refused(message: string): Outcome {
  window.alert(message)
  return { success: false, message, error: message }
}
