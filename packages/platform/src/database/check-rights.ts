import type { DatabaseSession } from './database.ts'
import { StartRefusedError } from './start-refused.ts'

type Rights = {
  user: string
  superuser: boolean
  can_create_roles: boolean
  /** True when they may create a role with BYPASSRLS. */
  can_grant_bypass: boolean
  can_create_schemas: boolean
  missing_roles: string[]
  unreachable_roles: string[]
}

/** Throws an error that names every right the database user lacks. A superuser lacks none. */
export async function checkRights(session: DatabaseSession): Promise<void> {
  const { user, missing } = await findMissingRights(session)
  if (missing.length === 0) return
  throw new StartRefusedError(
    `The database user "${user}" may not do what the platform needs: ${missing.join('; ')}. ` +
      'Use a superuser, or have one grant these.',
  )
}

/** Lists the rights that the database user lacks, in words a database administrator can act on. */
export async function findMissingRights(
  session: DatabaseSession,
): Promise<{ user: string; missing: string[] }> {
  // Before PostgreSQL 16 members could always act as the role.
  const [rights] = await session.query<Rights>(`
    with server (is_16) as (select current_setting('server_version_num')::int >= 160000)
    select current_user::text as user, rolsuper as superuser, rolcreaterole as can_create_roles,
      rolbypassrls and is_16 as can_grant_bypass,
      has_database_privilege(current_database(), 'CREATE') as can_create_schemas,
      array(
        select wanted from unnest(array['anon', 'authenticated', 'service_role', 'authenticator',
          'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin']) as wanted
        where not exists (select from pg_roles where rolname = wanted)
      )::text[] as missing_roles,
      array(
        select r.rolname::text from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')
        and not pg_has_role(current_user, r.oid, case when is_16 then 'SET' else 'MEMBER' end)
      )::text[] as unreachable_roles
    from pg_roles, server where rolname = current_user`)
  if (!rights) return { user: '', missing: [] }
  return { user: rights.user, missing: rights.superuser ? [] : missingRights(rights) }
}

/**
 * Lists the rights that a user who is no superuser still needs, in words a database administrator
 * can act on.
 */
export function missingRights(rights: Omit<Rights, 'user' | 'superuser'>): string[] {
  const roles = rights.missing_roles.join(', ')
  const makesServiceRole = rights.missing_roles.includes('service_role')
  return [
    rights.can_create_schemas ? [] : ['CREATE on the database, to make the schemas auth and storage'],
    roles && !rights.can_create_roles ? [`CREATEROLE, to make the roles ${roles}`] : [],
    makesServiceRole && !rights.can_grant_bypass
      ? [
          'BYPASSRLS, to make the role service_role with it (before PostgreSQL 16 only a superuser can: ' +
            'create role service_role nologin noinherit bypassrls)',
        ]
      : [],
    rights.unreachable_roles.length > 0 && !rights.can_create_roles
      ? [`membership in ${rights.unreachable_roles.join(', ')}, to act as them`]
      : [],
  ].flat()
}
