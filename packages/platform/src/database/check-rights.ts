import type { DatabaseSession } from './open-database.ts'

type Rights = {
  user: string
  superuser: boolean
  can_create_roles: boolean
  bypasses_rls: boolean
  can_create_schemas: boolean
  missing_roles: string[]
  unreachable_roles: string[]
}

/** Throws an error that names every right the database user lacks. A superuser lacks none. */
export async function checkRights(session: DatabaseSession): Promise<void> {
  const [rights] = await session.query<Rights>(`
    select current_user::text as user, rolsuper as superuser, rolcreaterole as can_create_roles,
      rolbypassrls as bypasses_rls,
      has_database_privilege(current_database(), 'CREATE') as can_create_schemas,
      array(
        select wanted from unnest(array['anon', 'authenticated', 'service_role', 'authenticator',
          'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin']) as wanted
        where not exists (select from pg_roles where rolname = wanted)
      )::text[] as missing_roles,
      array(
        select r.rolname::text from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')
        and not pg_has_role(current_user, r.oid, 'SET')
      )::text[] as unreachable_roles
    from pg_roles where rolname = current_user`)
  if (!rights || rights.superuser) return

  const missing = missingRights(rights)
  if (missing.length > 0) {
    throw new Error(
      `The database user "${rights.user}" may not do what the platform needs: ${missing.join('; ')}. ` +
        'Use a superuser, or have one grant these.',
    )
  }
}

/** What a user who is no superuser still needs, in words a database administrator can act on. */
export function missingRights(rights: Omit<Rights, 'user' | 'superuser'>): string[] {
  const roles = rights.missing_roles.join(', ')
  const makesServiceRole = rights.missing_roles.includes('service_role')
  return [
    rights.can_create_schemas ? [] : ['CREATE on the database, to make the schemas auth and storage'],
    roles && !rights.can_create_roles ? [`CREATEROLE, to make the roles ${roles}`] : [],
    makesServiceRole && !rights.bypasses_rls ? ['BYPASSRLS, to make the role service_role with it'] : [],
    rights.unreachable_roles.length > 0 && !rights.can_create_roles
      ? [`membership in ${rights.unreachable_roles.join(', ')}, to act as them`]
      : [],
  ].flat()
}
