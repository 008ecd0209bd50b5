import type { ClientConfig } from '@app/contracts/client-config'
import {
  addedContactsSchema,
  begunImportSchema,
  contactsAtOnce,
  importsSchema,
  type KnownContact,
  knownContactsSchema,
  undoneImportSchema,
} from '@app/contracts/desk/imports'
import type { ImportedContact } from '@app/domain/desk/imports/imported-contact'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const path = '/desk/imports'

export function importsQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.imports,
    queryFn: async () => importsSchema.parse(await callApi(config, path)).imports,
  })
}

type Told = (done: number) => void

/** Asks part by part which contacts the desk has already. */
export async function findKnown(
  config: ClientConfig,
  contacts: readonly ImportedContact[],
  told: Told,
): Promise<KnownContact[]> {
  const known: KnownContact[] = []
  for (let at = 0; at < contacts.length; at += contactsAtOnce) {
    told(at)
    const body = { contacts: contacts.slice(at, at + contactsAtOnce) }
    known.push(...knownContactsSchema.parse(await callPatiently(config, `${path}/known`, body)).known)
  }
  return known
}

export async function beginImport(config: ClientConfig, label: string, contacts: number): Promise<string> {
  const body = { label, contacts }
  return begunImportSchema.parse(await callApi(config, path, { method: 'POST', body })).importId
}

/** Sends a part of the contacts. The same part sent again changes nothing. */
export async function addContacts(
  config: ClientConfig,
  importId: string,
  contacts: readonly ImportedContact[],
) {
  return addedContactsSchema.parse(await callPatiently(config, `${path}/${importId}/contacts`, { contacts }))
}

export async function undoImport(config: ClientConfig, importId: string) {
  // Twenty thousand people go part by part within one call.
  const timeoutMs = 5 * 60_000
  return undoneImportSchema.parse(
    await callApi(config, `${path}/${importId}`, { method: 'DELETE', timeoutMs }),
  )
}

const patienceMs = 10_000
const tries = 7

/** Calls again when the server has been asked too much of late: a long file takes hundreds of calls. */
async function callPatiently(config: ClientConfig, to: string, body: unknown): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await callApi(config, to, { method: 'POST', body })
    } catch (error) {
      const isTooSoon = error instanceof ApiError && error.code === 'rate_limited'
      if (!isTooSoon || tried === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, patienceMs))
    }
  }
}
