import { call, signedInClient, visitorClient } from '@app/platform/testing/clients'
import { givenOwnedDatabase, type OwnedDatabase } from '@app/platform/testing/given-owner'
import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

  it('makes every table of the product, whose policies hold', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const { error } = await client.from('quiz_leads').insert({
      ...{ user_id: userId, name: 'Асель', email: 'asel@example.com', phone: '+77011234567' },
      ...{ category: 'AA1', quiz_answers: {} },
    })
    expect(error).toBeNull()
    expect((await client.from('quiz_leads').select('name')).data).toEqual([{ name: 'Асель' }])
    expect((await visitorClient(platform).from('quiz_leads').select('name')).data).toEqual([])
  })

  it('gives visitors no right of theirs through a function', async () => {
    const { body } = await call(platform, '/rest/v1/rpc/get_user_id_by_email', {
      method: 'POST',
      key: platform.keys.publishable,
      body: JSON.stringify({ user_email: 'asel@example.com' }),
    })
    expect(body.code).toBe('42501')
  })
})
