import { givenDatabase } from '@app/testing/database/given-database'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from './check-database.ts'

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a database that is in order, one that is away, a wrong password and a user without rights are told apart',
  async () => {
    const { settings, drop } = await givenDatabase()
    const owners = new URL('url' in settings ? settings.url : '')
    const poor = `poor_${crypto.randomUUID().replaceAll('-', '')}`
    const client = new Client({ connectionString: owners.href })
    await client.connect()
    await client.query(`create role ${poor} login password 'password'`)
    onTestFinished(async () => {
      await client.query(`drop role ${poor}`)
      await client.end()
      await drop()
    })
    const look = (changes: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname'>>) => {
      const url = Object.assign(new URL(owners), changes).href
      const folders = { dataDir: '', storageDir: '', keyFile: '' }
      return checkDatabase({
        mode: 'postgres',
        database: { url, poolSize: 1, statementTimeoutMs: 8_000 },
        ...folders,
      })
    }

    expect(await look({})).toMatchObject([{ reason: 'database_good' }])
    expect(await look({ username: poor, password: 'password' })).toMatchObject([
      { reason: 'database_good' },
      { reason: 'database_rights', facts: { missing: expect.stringContaining('CREATE on the database') } },
    ])
    expect(await look({ pathname: '/nothing' })).toMatchObject([
      { reason: 'database_away', facts: { reason: '3D000' } },
    ])
    expect(await look({ port: '1' })).toMatchObject([
      { reason: 'database_away', facts: { reason: 'ECONNREFUSED' } },
    ])
  },
)
