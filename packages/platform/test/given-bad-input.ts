import { afterAll, beforeAll } from 'vitest'
import { providers } from '../src/optional/providers/providers.ts'
import { saml } from '../src/optional/sso/saml.ts'
import { web3 } from '../src/optional/web3/web3.ts'
import { signedInClient } from '../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

export type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }

/** A platform that is asked as a visitor, a user and a server, in vain. */
export function givenBadInput() {
  let platform: TestPlatform
  let token: string

  beforeAll(async () => {
    platform = await givenPlatform({
      auth: { anonymousUsersEnabled: true },
      optionalSignIns: [providers(), saml(), web3({ solana: true })],
    })
    const { client } = await signedInClient(platform, 'asel@example.com')
    token = (await client.auth.getSession()).data.session?.access_token ?? ''
  })

  afterAll(() => platform.close())

  function headersOf(who: string): Record<string, string> {
    if (who === 'user') return { apikey: platform.keys.publishable, authorization: `Bearer ${token}` }
    if (who === 'server')
      return { apikey: platform.keys.secret, authorization: `Bearer ${platform.keys.secret}` }
    if (who === 'nonsense') return { apikey: 'sb_secret_x', authorization: 'Bearer eyJ.eyJ.x' }
    return { apikey: platform.keys.publishable }
  }

  return {
    get platform() {
      return platform
    },
    headersOf,
  }
}
