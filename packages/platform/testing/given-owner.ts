import { Client } from 'pg'
import { inject } from 'vitest'

export type OwnedDatabase = {
  /** The place where its owner reaches it. */
  url: string
  /** The owner, after whom the database is called. */
  name: string
  /** Reaches it as another user, whose password is `password`. */
  urlOf: (user: string) => string
  /** Runs statements as the server's own administrator. */
  run: (...statements: string[]) => Promise<void>
  drop: () => Promise<void>
}

/** A PostgreSQL as an owner gets it from a provider: the database is theirs, the server is not. */
export async function givenOwnedDatabase(): Promise<OwnedDatabase> {
  const template = inject('platformTemplate')
  if (template.kind !== 'postgres') throw new Error('PGlite has no owners.')
  const name = `owner_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (...statements: string[]): Promise<void> => {
    const client = new Client({ connectionString: `${template.url}/postgres` })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const urlOf = (user: string) => `${template.url.replace('postgres:password', `${user}:password`)}/${name}`
  await run(
    `create role ${name} login createrole password 'password'`,
    // On a server of their own the roles would be made by them; here other tests have made them already.
    `grant anon, authenticated, service_role to ${name} with admin option`,
    `create database ${name} owner ${name}`,
  )
  return {
    name,
    url: urlOf(name),
    urlOf,
    run,
    drop: () => run(`drop database if exists ${name} with (force)`, `drop role if exists ${name}`),
  }
}
