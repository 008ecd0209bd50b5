import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRights } from '../src/database/check-rights.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import { call, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenOwnedDatabase, type OwnedDatabase } from '../testing/given-owner.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'
import { testTimeouts } from '../testing/test-timeouts.ts'

describe.runIf(process.env.TEST_DATABASE === 'postgres')('an owner who is no superuser', () => {
  let owned: OwnedDatabase
  let platform: TestPlatform

  beforeAll(async () => {
    owned = await givenOwnedDatabase()
    platform = await givenPlatform({ database: { kind: 'postgres', url: owned.url, poolSize: 3 } })
  })
  afterAll(async () => {
    await platform?.close()
    await owned?.drop()
  })

  it('runs the whole platform: sign-in, data under policies, files and the service', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const { error } = await client.from('memos').insert({ user_id: userId, name: 'Асель', facts: {} })
    expect(error).toBeNull()
    expect((await client.from('memos').select('name')).data).toEqual([{ name: 'Асель' }])
    expect((await visitorClient(platform).from('memos').select('name')).data).toEqual([])
    const service = serviceClient(platform)
    expect((await service.from('memos').select('name')).data).toEqual([{ name: 'Асель' }])
    await service.storage.createBucket('notes')
    expect((await service.storage.from('notes').upload('a.txt', 'x')).error).toBeNull()
    expect((await visitorClient(platform).storage.from('notes').list()).data).toEqual([])
    expect((await service.auth.admin.deleteUser(userId)).error).toBeNull()
  })

  it('has no way to more rights than its caller through a request', async () => {
    const { body } = await call(platform, '/rest/v1/rpc/user_id_of', {
      method: 'POST',
      key: platform.keys.publishable,
      body: JSON.stringify({ user_email: 'asel@example.com' }),
    })
    expect(body.code).toBe('42501')
  })

  it('is told what is missing before anything is made', async () => {
    const poor = `${owned.name}_poor`
    await owned.run(
      `create role ${poor} login password 'password'`,
      `grant connect on database ${owned.name} to ${poor}`,
    )
    let database: OpenDatabase | undefined
    try {
      database = await openDatabase({ kind: 'postgres', url: owned.urlOf(poor), ...testTimeouts })
      const refusal = database.withSession(checkRights)
      await expect(refusal).rejects.toThrow('CREATE on the database')
      await expect(refusal).rejects.toThrow('membership in anon, authenticated, service_role')
    } finally {
      await database?.close()
      await owned.run(`revoke connect on database ${owned.name} from ${poor}`, `drop role ${poor}`)
    }
  })
})
