import { afterAll, afterEach, beforeAll } from 'vitest'
import { call } from '../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../testing/given-platform.ts'

/** A database that a test opens platforms on, each with limits of its own. */
export function givenLimits() {
  let shared: SharedDatabase
  let platform: TestPlatform

  beforeAll(async () => {
    shared = await givenSharedDatabase()
  })

  afterEach(() => platform.close())
  afterAll(() => shared.drop())

  const post = (path: string, body: unknown) =>
    call(platform, path, { method: 'POST', body: JSON.stringify(body) })

  return {
    get shared() {
      return shared
    },
    get platform() {
      return platform
    },
    set platform(next) {
      platform = next
    },
    post,
  }
}
