import type { Extensions, PGlite } from '@electric-sql/pglite'

/** Extensions that come with PGlite and that projects of hosted Supabase use, by the names of their modules. */
const modules = {
  ...{ bloom: 'bloom', btree_gin: 'btree_gin', btree_gist: 'btree_gist', citext: 'citext', cube: 'cube' },
  ...{ dict_int: 'dict_int', dict_xsyn: 'dict_xsyn', earthdistance: 'earthdistance', hstore: 'hstore' },
  ...{ fuzzystrmatch: 'fuzzystrmatch', intarray: 'intarray', isn: 'isn', lo: 'lo', ltree: 'ltree' },
  ...{
    moddatetime: 'moddatetime',
    pg_trgm: 'pg_trgm',
    pgcrypto: 'pgcrypto',
    seg: 'seg',
    tablefunc: 'tablefunc',
  },
  ...{ tcn: 'tcn', tsm_system_rows: 'tsm_system_rows', tsm_system_time: 'tsm_system_time' },
  ...{ unaccent: 'unaccent', 'uuid-ossp': 'uuid_ossp' },
} as const

export type ExtensionName = keyof typeof modules

const extensionNames = Object.keys(modules) as readonly ExtensionName[]

/** Loads PGlite's modules for these extensions. */
export async function loadExtensions(names: readonly ExtensionName[]): Promise<Extensions> {
  const loaded = await Promise.all(
    names.map(async (name) => {
      const module = modules[name]
      return [module, (await import(`@electric-sql/pglite/contrib/${module}`))[module]] as const
    }),
  )
  return Object.fromEntries(loaded)
}

/** Lists the used extensions of a database. */
export async function usedExtensions(pglite: PGlite): Promise<ExtensionName[]> {
  const { rows } = await pglite.query<{ name: ExtensionName }>(
    'select extname as name from pg_extension where extname = any($1)',
    [extensionNames],
  )
  return rows.map(({ name }) => name)
}
