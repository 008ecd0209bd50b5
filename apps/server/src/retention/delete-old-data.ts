import { retentionCutoff, visitDays } from '@app/domain/retention/retention'
import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import { deleteOldQuarantinedLeads } from '../leads/quarantined-leads.ts'
import type { Tables } from '../services/tables.ts'
import {
  type AccountCursor,
  anonymizeOldOrders,
  deleteDormantAccount,
  deleteOldAudits,
  deleteOldConsents,
  deleteOldContacts,
  deleteOldImportedContacts,
  deleteOldLeads,
  deleteOldMessages,
  deleteOldStaff,
  deleteOldVisits,
  listDormantAccounts,
} from './old-data-repository.ts'

/** The numbers of deleted rows. `keptAccounts` still own files. */
export type DeletionCounts = {
  accounts: number
  keptAccounts: number
  orders: number
  leads: number
  consents: number
  messages: number
  contacts: number
  audits: number
  staff: number
  visits: number
  trapped: number
  imported: number
}

type RetentionServices = { db: Kysely<Tables>; now: () => Date; log: Pick<JobLog, 'info' | 'warn'> }

/** The number of rows in a transaction. */
const batch = 200

/**
 * Deletes expired data: accounts without a recent visit, and old rows without an account. Orders
 * are anonymized. Safe to repeat and to run concurrently.
 */
export async function deleteOldData({ db, now, log }: RetentionServices): Promise<DeletionCounts> {
  const before = retentionCutoff(now())
  const accounts = await deleteDormantAccounts(db, before)
  const forgotten: DeletionCounts = {
    accounts: accounts.deleted,
    keptAccounts: accounts.kept,
    // Orders first, because a younger order still needs its lead.
    orders: await deleteInBatches((limit) => anonymizeOldOrders(db, before, limit)),
    leads: await deleteInBatches((limit) => deleteOldLeads(db, before, limit)),
    consents: await deleteInBatches((limit) => deleteOldConsents(db, before, limit)),
    messages: await deleteInBatches((limit) => deleteOldMessages(db, before, limit)),
    contacts: await deleteInBatches((limit) => deleteOldContacts(db, before, limit)),
    audits: await deleteInBatches((limit) => deleteOldAudits(db, before, limit)),
    staff: await deleteInBatches((limit) => deleteOldStaff(db, before, limit)),
    visits: await deleteInBatches((limit) => deleteOldVisits(db, daysBefore(now(), visitDays), limit)),
    trapped: await deleteOldQuarantinedLeads(db, now()),
    imported: await deleteInBatches((limit) => deleteOldImportedContacts(db, before, limit)),
  }
  const { keptAccounts, ...counts } = forgotten
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'old data is forgotten')
  if (keptAccounts > 0) log.warn({ keptAccounts }, 'old accounts still own files and were not deleted')
  return forgotten
}

async function deleteDormantAccounts(
  db: Kysely<Tables>,
  before: Date,
): Promise<{ deleted: number; kept: number }> {
  let deleted = 0
  let kept = 0
  for (let after: AccountCursor | null = null; ; ) {
    const accounts: AccountCursor[] = await listDormantAccounts(db, { before, after, limit: batch })
    for (const { id } of accounts) {
      const outcome = await deleteDormantAccount(db, id, before)
      if (outcome === 'deleted') deleted += 1
      if (outcome === 'owns_files') kept += 1
    }
    after = accounts.at(-1) ?? null
    if (accounts.length < batch) return { deleted, kept }
  }
}

async function deleteInBatches(forget: (limit: number) => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await forget(batch)
    sum += count
    if (count < batch) return sum
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
}
