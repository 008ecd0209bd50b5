import { afterAll, beforeAll, beforeEach } from 'vitest'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

export const asel = 'asel@example.com'

/** A platform with an address that a stranger claimed, and the ways to prove it. */
export function givenProof() {
  let platform: TestPlatform

  beforeAll(async () => {
    platform = await givenPlatform({
      auth: { anonymousUsersEnabled: true },
    })
  })

  afterAll(() => platform.close())

  beforeEach(async () => {
    await truncateAll(platform.db)
    platform.mails.length = 0
  })

  return {
    get platform() {
      return platform
    },
  }
}
