import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'

export type FunctionName = { schema: string; name: string }

/** The way a domain's values are written and read, by the casts that the product made for it. */
export type Representation = {
  toJson?: FunctionName
  fromJson?: FunctionName
  fromText?: FunctionName
}

/** Reads the casts between domains and JSON or text, by the name of the domain as PostgreSQL writes it. */
export async function readRepresentations(
  db: Kysely<PlatformTables>,
): Promise<ReadonlyMap<string, Representation>> {
  const { rows } = await sql<{ domain: string; way: keyof Representation; schema: string; name: string }>`
    select format_type(t.oid, null) as domain, n.nspname as schema, p.proname as name,
      case when c.castsource = t.oid then 'toJson' when c.castsource = 'json'::regtype then 'fromJson' else 'fromText' end as way
    from pg_cast c
      join pg_type t on t.oid in (c.castsource, c.casttarget) and t.typtype = 'd'
      join pg_proc p on p.oid = c.castfunc
      join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i' and c.castmethod = 'f'
      and (c.castsource = t.oid and c.casttarget = 'json'::regtype
        or c.casttarget = t.oid and c.castsource in ('json'::regtype, 'text'::regtype))`.execute(db)
  const representations = new Map<string, Representation>()
  for (const { domain, way, schema, name } of rows)
    representations.set(domain, { ...representations.get(domain), [way]: { schema, name } })
  return representations
}
