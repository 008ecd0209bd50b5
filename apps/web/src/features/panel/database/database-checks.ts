import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { leadRowColumns, leadRowSchema } from '@app/contracts/lead-row'
import { rowSecuritySchema } from '@app/contracts/panel'
import { evaluateAccess, evaluateRowSecurity } from '@app/domain/panel/evaluate-access'
import type { PostgrestClient } from '@supabase/postgrest-js'
import { z } from 'zod'
import { differenceOf, messageOf, type Outcome, reasonOf } from '../checks/outcome.ts'

const texts = panelTexts.database
const table = 'quiz_leads'

/** The data service as whoever is not signed in has it, and as the administrator does. */
export type DatabaseKeys = { visitor: PostgrestClient; administrator: PostgrestClient }
type Key = keyof DatabaseKeys
const keys: readonly Key[] = ['visitor', 'administrator']

type ServerCheck = {
  /** Asks our own API whether policies would hide a lead that is there, and what one looks like. */
  askServer: () => Promise<unknown>
  signal: AbortSignal
}

/** Counts rows without reading any (specification, section 7), with either key. */
export async function checkConnection(clients: DatabaseKeys, signal: AbortSignal): Promise<Outcome> {
  const counts = { visitor: 0, administrator: 0 }
  for (const key of keys) {
    const query = clients[key].from(table).select('*', { count: 'exact', head: true })
    const { count, error, status } = await query.abortSignal(signal)
    signal.throwIfAborted()
    // Without a count, another server has answered.
    const reason = error ? queryError(error, status) : count === null ? texts.connection.noCount : null
    if (reason !== null) return refused(panelErrorTexts.databaseFailed, reason, key)
    counts[key] = count ?? 0
  }
  return { success: true, message: texts.connection.done(counts.administrator), data: counts }
}

/**
 * Reads a row with every column by its name, with either key, and one that the server has filled: a
 * column that is gone or of another kind is noticed, even where there is no row yet.
 */
export async function checkSchema(
  clients: DatabaseKeys,
  { askServer, signal }: ServerCheck,
): Promise<Outcome> {
  for (const key of keys) {
    const query = clients[key].from(table).select(leadRowColumns.join(',')).limit(1)
    const { data, error, status } = await query.abortSignal(signal)
    signal.throwIfAborted()
    const reason = error
      ? queryError(error, status)
      : differenceOf(z.json().parse(data), z.array(leadRowSchema))
    if (reason !== null) return refused(panelErrorTexts.schemaFailed, reason, key)
  }
  const { row } = rowSecuritySchema.parse(await askServer())
  const reason = differenceOf(z.json().parse(row), leadRowSchema)
  if (reason !== null) return refused(panelErrorTexts.schemaFailed, reason)
  return { success: true, message: texts.schema.done, data: { columns: leadRowColumns } }
}

type AccessCheck = ServerCheck & { userId: string }

/**
 * Reads another user's row as a visitor and as the administrator, and asks the server about its
 * policies. The check passes when no row is visible.
 */
export async function checkAccess(
  { visitor, administrator }: DatabaseKeys,
  { userId, askServer, signal }: AccessCheck,
): Promise<Outcome> {
  const single = visitor.from(table).select('id, name, email').limit(1)
  const { data, error, status } = await single.abortSignal(signal).single()
  signal.throwIfAborted()
  const verdict = evaluateAccess({ rows: data ? 1 : 0, error })
  if (error && verdict === 'failed') {
    return refused(panelErrorTexts.rlsFailed, queryError(error, status), 'visitor')
  }
  if (verdict === 'exposed') return refused(panelErrorTexts.rlsFailed, texts.access.exposed)

  const others = administrator.from(table).select('id').or(`user_id.is.null,user_id.neq.${userId}`).limit(1)
  const foreign = await others.abortSignal(signal)
  signal.throwIfAborted()
  if (foreign.error) {
    const reason = queryError(foreign.error, foreign.status)
    return refused(panelErrorTexts.rlsFailed, reason, 'administrator')
  }
  if (foreign.data.length > 0) return refused(panelErrorTexts.rlsFailed, texts.access.foreign)

  const { row: _, ...security } = rowSecuritySchema.parse(await askServer())
  const state = evaluateRowSecurity(security)
  if (state !== 'guarded') return refused(panelErrorTexts.rlsFailed, texts.access[state])
  return { success: true, message: texts.access.denied, data: { code: error?.code ?? null, ...security } }
}

/** Returns the reason why the query failed: no answer, another server, or PostgREST's error. */
function queryError({ message }: { message: string }, status: number): string | Error {
  // The client has told the kind of the error in its text: `TypeError: Failed to fetch`.
  if (status === 0) return new TypeError(message.replace(/^TypeError: /, ''))
  // A refused HEAD has no body, and so no message.
  if (message === '') return String(status)
  return message.trimStart().startsWith('<') ? panelTexts.test.noJson : message
}

function refused(named: (message: string) => string, reason: string | Error, key?: Key): Outcome {
  const message = named(messageOf(reason))
  const error = key ? `${texts.keys[key]}: ${reasonOf(reason)}` : reasonOf(reason)
  return { success: false, message, error, alert: message }
}
