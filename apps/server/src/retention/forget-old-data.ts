import { forgetBefore, visitDays } from '@app/domain/retention/retention'
import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import { deleteOldTrapped } from '../leads/trapped-leads.ts'
import type { Tables } from '../services/tables.ts'
import {
  type AccountMark,
  deleteDormantAccount,
  deleteOldAudits,
  deleteOldConsents,
  deleteOldContacts,
  deleteOldImported,
  deleteOldLeads,
  deleteOldMessages,
  deleteOldStaff,
  deleteOldVisits,
  listDormantAccounts,
  stripOldOrders,
} from './old-data-repository.ts'

/** How much of each was forgotten. `keptAccounts` still own files, which somebody has to look at. */
export type Forgotten = {
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

/** So many rows in one transaction: small enough to disturb nobody. */
const batch = 200

/**
 * Deletes what is kept no longer: accounts whose owner has not visited for the term, with everything about them, and
 * what belongs to nobody's account and is older. Orders stay as records of payments, without anything that says
 * whose they were. Safe to run at any time, again, and in several processes; the log gets counts only.
 */
export async function forgetOldData({ db, now, log }: RetentionServices): Promise<Forgotten> {
  const before = forgetBefore(now())
  const accounts = await forgetAccounts(db, before)
  const forgotten: Forgotten = {
    accounts: accounts.deleted,
    keptAccounts: accounts.kept,
    // Orders first: a lead whose order is younger is still of use.
    orders: await inBatches((limit) => stripOldOrders(db, before, limit)),
    leads: await inBatches((limit) => deleteOldLeads(db, before, limit)),
    consents: await inBatches((limit) => deleteOldConsents(db, before, limit)),
    messages: await inBatches((limit) => deleteOldMessages(db, before, limit)),
    contacts: await inBatches((limit) => deleteOldContacts(db, before, limit)),
    audits: await inBatches((limit) => deleteOldAudits(db, before, limit)),
    staff: await inBatches((limit) => deleteOldStaff(db, before, limit)),
    visits: await inBatches((limit) => deleteOldVisits(db, daysBefore(now(), visitDays), limit)),
    trapped: await deleteOldTrapped(db, now()),
    imported: await inBatches((limit) => deleteOldImported(db, before, limit)),
  }
  const { keptAccounts, ...counts } = forgotten
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'old data is forgotten')
  if (keptAccounts > 0) log.warn({ keptAccounts }, 'old accounts still own files and were not deleted')
  return forgotten
}

async function forgetAccounts(db: Kysely<Tables>, before: Date): Promise<{ deleted: number; kept: number }> {
  let deleted = 0
  let kept = 0
  for (let after: AccountMark | null = null; ; ) {
    const accounts: AccountMark[] = await listDormantAccounts(db, { before, after, limit: batch })
    for (const { id } of accounts) {
      const outcome = await deleteDormantAccount(db, id, before)
      if (outcome === 'deleted') deleted += 1
      if (outcome === 'owns_files') kept += 1
    }
    after = accounts.at(-1) ?? null
    if (accounts.length < batch) return { deleted, kept }
  }
}

async function inBatches(forget: (limit: number) => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await forget(batch)
    sum += count
    if (count < batch) return sum
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
}
