import { importTexts } from '@app/content/ru/ui/desk/imports'
import type { ContactImport, KnownContact } from '@app/contracts/desk/imports'
import type { ImportedContact } from '@app/domain/desk/imports/imported-contact'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { notFound } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'
import type {} from '../people/people-tables.ts'

/** Returns the contacts that the desk has already, by mail or number. */
export async function findKnown(
  db: Kysely<Tables>,
  contacts: readonly ImportedContact[],
): Promise<KnownContact[]> {
  const { rows } = await sql<KnownContact>`
    select known.row, desk_people.id as "personId", desk_people.name
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as known (row integer, email text, phone text)
    join desk_people on desk_people.id = desk_person_alike(known.email, known.phone)
    order by known.row`.execute(db)
  return rows
}

/** Begins an import, and takes down who did. */
export function beginImport(
  db: Kysely<Tables>,
  by: Staff,
  { label, contacts }: { label: string; contacts: number },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('contact_imports')
      .values({ label: importTexts.source(label), contacts, made_by: by.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordDeskAction(trx, { action: 'contacts_imported', by, details: { import: id, contacts } })
    return id
  })
}

/** Adds a part of a file. Throws `not_found` for an import that is undone: a part of it may come late. */
export function addContacts(
  db: Kysely<Tables>,
  importId: string,
  contacts: readonly ImportedContact[],
): Promise<{ added: number; joined: number }> {
  return db.transaction().execute(async (trx) => {
    // As for changes of the desk: nobody else makes a person of the same mail meanwhile.
    await sql`select pg_advisory_xact_lock(hashtext('desk changes'))`.execute(trx)
    if (!(await lockImport(trx, importId, { isUndone: false }))) throw notFound()
    const { rows } = await sql<{ added: number; joined: number }>`
      select added, joined
      from add_imported_contacts(${importId}::uuid, ${JSON.stringify(contacts)}::jsonb)`.execute(trx)
    return { added: rows[0]?.added ?? 0, joined: rows[0]?.joined ?? 0 }
  })
}

const listedImports = 100

export async function listImports(db: Kysely<Tables>): Promise<ContactImport[]> {
  const rows = await db
    .selectFrom('contact_imports')
    .select((eb) => [
      ...(['id', 'label', 'created_at', 'contacts', 'undone_at'] as const),
      eb
        .selectFrom('imported_contacts')
        .whereRef('import_id', '=', 'contact_imports.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('kept'),
      eb
        .selectFrom('imported_contacts')
        .whereRef('import_id', '=', 'contact_imports.id')
        .where('joined', '=', true)
        .select(sql<number>`count(*)::int`.as('count'))
        .as('joined'),
    ])
    .orderBy('created_at', 'desc')
    .limit(listedImports)
    .execute()
  return rows.map(({ id, label, created_at, contacts, kept, joined, undone_at }) => ({
    ...{ id, label, contacts, at: created_at.toISOString(), isUndone: undone_at !== null },
    ...{ kept: kept ?? 0, joined: joined ?? 0 },
  }))
}

/** So many contacts a transaction: on PGlite everybody else waits for it. */
const removedAtOnce = 200

/**
 * Undoes an import as a whole: first nothing more is added to it, then its contacts go part by part. Broken off, it is gone on with
 * when it is asked for again. Whoever has come meanwhile stays with what is their own. Throws `not_found`.
 */
export async function undoImport(
  db: Kysely<Tables>,
  by: Staff,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  await db.transaction().execute(async (trx) => {
    if (await lockImport(trx, importId, { isUndone: true })) return
    if (!(await lockImport(trx, importId, { isUndone: false }))) throw notFound()
    await trx
      .updateTable('contact_imports')
      .set({ undone_at: sql`now()` })
      .where('id', '=', importId)
      .execute()
    await recordDeskAction(trx, { action: 'import_undone', by, details: { import: importId } })
  })
  let removed = 0
  for (let gone = removedAtOnce; gone === removedAtOnce; removed += gone)
    gone = await removeSome(db, importId)
  const { kept } = await db
    .selectFrom('imported_contacts')
    .select(sql<number>`count(*)::int`.as('kept'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return { removed, kept }
}

function removeSome(db: Kysely<Tables>, importId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('desk changes'))`.execute(trx)
    const { rows } = await sql<{ count: number }>`
      select remove_imported_contacts(${importId}::uuid, ${removedAtOnce}) as count`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

async function lockImport(
  trx: Transaction<Tables>,
  importId: string,
  { isUndone }: { isUndone: boolean },
): Promise<boolean> {
  const found = await trx
    .selectFrom('contact_imports')
    .select('id')
    .where('id', '=', importId)
    .where('undone_at', isUndone ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}
