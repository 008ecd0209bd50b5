import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { RawClient } from './raw-client.ts'

export const jwtSecret = 'a secret of at least thirty-two letters'

const clients: RawClient[] = []

export function token(claims: Record<string, unknown>, secret = jwtSecret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** A realtime service and connections that send it whatever they like. */
export function givenStrangers() {
  let database: SharedDatabase
  let platform: TestPlatform

  beforeAll(async () => {
    database = await givenSharedDatabase()
    platform = await database.openEmpty({
      keys: { jwtSecret },
      optional: [
        realtime({
          channelsPerConnection: 3,
          joinsPerSecond: 10,
          eventsPerSecond: 20,
          connectionsPerAddress: 50,
          joinsPerSecondOfAddress: 10_000,
          sessionCheckMs: 100,
          maxBufferedBytes: 300_000,
        }),
      ],
    })
    await letMembersIn()
  })

  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })

  afterAll(async () => {
    await platform.close()
    await database.drop()
  })

  async function letMembersIn(): Promise<void> {
    await sql`
    create policy "members do all" on realtime.messages for all to authenticated
      using (realtime.topic() = 'members') with check (realtime.topic() = 'members')`.execute(platform.db)
  }

  async function stranger(url = platform.url): Promise<RawClient> {
    const client = await RawClient.connect(url, platform.keys.publishable)
    clients.push(client)
    return client
  }

  return {
    get database() {
      return database
    },
    get platform() {
      return platform
    },
    letMembersIn,
    stranger,
  }
}
