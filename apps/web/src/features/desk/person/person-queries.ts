import type { ClientConfig } from '@app/contracts/client-config'
import {
  type DeskPerson,
  deskAnswersSchema,
  deskPersonSchema,
  type MarkPersonRequest,
  markPersonResponseSchema,
  type ProgramAction,
} from '@app/contracts/desk/person'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const pathOf = (id: string) => `/desk/people/${encodeURIComponent(id)}`

/** Loads a person without the answers. */
export function personQuery(config: ClientConfig, id: string) {
  return queryOptions({
    queryKey: queryKeys.person(id),
    queryFn: async () => deskPersonSchema.parse(await callApi(config, pathOf(id))),
  })
}

/** Sends a change and resolves to the changed person. */
async function change(
  config: ClientConfig,
  id: string,
  { path, method = 'POST', body }: { path: string; method?: 'POST' | 'DELETE'; body?: unknown },
): Promise<DeskPerson> {
  return deskPersonSchema.parse(await callApi(config, `${pathOf(id)}${path}`, { method, body }))
}

export const addNote = (config: ClientConfig, id: string, note: { text: string; aboutHealth: boolean }) =>
  change(config, id, { path: '/notes', body: note })

export const removeNote = (config: ClientConfig, id: string, noteId: string) =>
  change(config, id, { path: `/notes/${noteId}`, method: 'DELETE' })

export const sendChecklist = (config: ClientConfig, id: string) => change(config, id, { path: '/checklist' })

export const steerProgram = (config: ClientConfig, id: string, programId: string, action: ProgramAction) =>
  change(config, id, { path: `/programs/${programId}`, body: action })

export const refundOrder = (config: ClientConfig, id: string, orderId: string) =>
  change(config, id, { path: `/orders/${orderId}/refund` })

/** Resolves to the marks before and after. */
export async function markPerson(config: ClientConfig, id: string, marks: MarkPersonRequest) {
  const answer = await callApi(config, `${pathOf(id)}/marks`, { method: 'POST', body: marks })
  return markPersonResponseSchema.parse(answer)
}

/** Loads answers; each call is audited. */
export async function loadAnswers(config: ClientConfig, id: string) {
  return deskAnswersSchema.parse(await callApi(config, `${pathOf(id)}/answers`)).attempts
}

export async function exportPerson(config: ClientConfig, id: string): Promise<string> {
  return JSON.stringify(await callApi(config, `${pathOf(id)}/export`, { method: 'POST' }), null, 2)
}

export async function endSessions(config: ClientConfig, id: string): Promise<void> {
  await callApi(config, `${pathOf(id)}/sessions/end`, { method: 'POST' })
}

export async function erasePerson(config: ClientConfig, id: string): Promise<void> {
  await callApi(config, `${pathOf(id)}/erase`, { method: 'POST' })
}
