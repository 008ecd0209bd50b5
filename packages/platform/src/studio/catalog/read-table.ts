import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import type { Role, TableDetails } from '../wire.ts'
import { bytes, kind } from './table-facts.ts'

/** Everything about one table but its rows; undefined when rest/v1 exposes none by the name. */
export async function readTable(
  db: Db,
  schemas: readonly string[],
  { schema, name }: { schema: string; name: string },
): Promise<TableDetails | undefined> {
  const { rows } = await sql<TableDetails>`
    select n.nspname as schema, c.relname as name,
      ${kind} as kind,
      obj_description(c.oid, 'pg_class') as comment,
      c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as "forcedOnOwner",
      ${bytes} as bytes,
      ${grantsBy((role, right) => sql`has_table_privilege(${role}, c.oid, ${right})`, ['select', 'insert', 'update', 'delete'])} as grants,
      (${columns}) as columns,
      (${policies}) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name} and n.nspname in (${sql.join(schemas)})
      and c.relkind in ('r', 'v', 'm', 'f', 'p')`.execute(db)
  return rows[0]
}

const columns = sql`
  select coalesce(json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
    'isKey', exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)),
    'isGenerated', a.attgenerated <> '' or a.attidentity = 'a',
    'default', case when a.attidentity <> '' then 'identity' else pg_get_expr(d.adbin, d.adrelid) end,
    'references', (
      select format('%s.%s.%s', fn.nspname, fc.relname, fa.attname)
      from pg_constraint k join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
        join pg_attribute fa on fa.attrelid = fc.oid and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey) order by k.conname limit 1),
    'comment', col_description(c.oid, a.attnum),
    'grants', ${grantsBy((role, right) => sql`has_column_privilege(${role}, c.oid, a.attnum, ${right})`, ['select', 'insert', 'update'])}
  ) order by a.attnum), '[]')
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const policies = sql`
  select coalesce(json_agg(json_build_object(
    'name', p.polname, 'isPermissive', p.polpermissive,
    'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    'roles', (select coalesce(json_agg(case when r = 0 then 'public' else pg_get_userbyid(r) end), '[]') from unnest(p.polroles) r),
    'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)
  ) order by p.polcmd, p.polname), '[]')
  from pg_policy p where p.polrelid = c.oid`

/** The rights that each role has, of some. */
function grantsBy(
  hasRight: (role: ReturnType<typeof sql.lit>, right: ReturnType<typeof sql.lit>) => ReturnType<typeof sql>,
  rights: readonly string[],
) {
  const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']
  const parts = roles.map((role) => {
    const cases = rights.map(
      (right) => sql`case when ${hasRight(sql.lit(role), sql.lit(right))} then ${sql.lit(right)} end`,
    )
    return sql`${sql.lit(role)}, to_json(array_remove(array[${sql.join(cases)}], null))`
  })
  return sql`json_build_object(${sql.join(parts)})`
}
