import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'

/**
 * A product's media type handler: an aggregate over rows, or a function that returns the body. The
 * media type is the domain's name; `*\/*` is any.
 */
export type Handler = {
  schema: string
  name: string
  kind: 'aggregate' | 'function'
  /** Its table or function; null for any rows. */
  target: { schema: string; name: string } | null
  mediaType: string
  /** True when the body is binary. */
  isBytes: boolean
}

/** Reads who makes bodies of which media types in some schemas. */
export async function readHandlers(
  db: Kysely<PlatformTables>,
  schemas: readonly string[],
): Promise<Handler[]> {
  const { rows } = await sql<Handler>`
    with media as (
      select t.oid, lower(t.typname) as name, b.typname = 'bytea' as "isBytes"
      from pg_type t join pg_type b on b.oid = t.typbasetype
      where t.typtype = 'd' and (t.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or t.typname = '*/*')
    )
    select n.nspname as schema, p.proname as name, 'aggregate' as kind,
      case when a.oid = 'anyelement'::regtype then null
        else json_build_object('schema', an.nspname, 'name', c.relname) end as target,
      media.name as "mediaType", media."isBytes"
    from media join pg_proc p on p.prorettype = media.oid and p.prokind = 'a' and p.pronargs = 1
      join pg_namespace n on n.oid = p.pronamespace
      join pg_type a on a.oid = p.proargtypes[0]
      left join pg_class c on c.reltype = a.oid and c.relkind in ('r', 'v', 'm', 'f', 'p')
      left join pg_namespace an on an.oid = c.relnamespace
    where n.nspname in (${sql.join(schemas)}) and (c.oid is not null or a.oid = 'anyelement'::regtype)
    union all
    select n.nspname, p.proname, 'function', json_build_object('schema', n.nspname, 'name', p.proname),
      media.name, media."isBytes"
    from media join pg_proc p on p.prorettype = media.oid and p.prokind = 'f' and not p.proretset
      join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in (${sql.join(schemas)})`.execute(db)
  return rows
}
