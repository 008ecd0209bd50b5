import type { Origin } from '../../auth/auth-context.ts'
import { AuthError, invalidGrant, validationFailed } from '../../auth/auth-errors.ts'
import { allowsRedirect } from '../../auth/redirect.ts'
import { openSession, type SessionBody, startSession } from '../../auth/sessions/sessions.ts'
import { userOfIdentity } from '../identity/user-of-identity.ts'
import { type Chain, parseSignInMessage, type SignInMessage } from './parse-sign-in-message.ts'
import { isSignedBy, parseSignature } from './verify-signature.ts'
import type { Web3Context, Web3Settings } from './web3-settings.ts'

export type WalletSignIn = { chain: string; message: string; signature: string; origin: Origin }

const minMessageLength = 64
const maxMessageBytes = 20 * 1024

/** Signs in the owner of a wallet who has signed a message made for this site, a moment ago. */
export async function signInWithWallet(context: Web3Context, request: WalletSignIn): Promise<SessionBody> {
  const chain = requireChain(context, request.chain)
  if (request.message.length < minMessageLength) throw validationFailed('message is too short')
  if (Buffer.byteLength(request.message) > maxMessageBytes)
    throw validationFailed('message must not exceed 20KB')
  const signature = parseSignature(chain, request.signature)
  const message = parseSignInMessage(chain, request.message)
  if (!isSignedBy(chain, message.address, request.message, signature)) {
    throw invalidGrant('Signature does not match address in message')
  }
  checkSite(context, chain, message)
  checkTime(context, chain, message, new Date())

  const subject = `web3:${chain}:${message.address}`
  const { address, chainId, domain, statement } = message
  const started = await context.db.transaction().execute(async (trx) => {
    const user = await userOfIdentity(context, trx, {
      provider: 'web3',
      subject,
      email: null,
      emailVerified: false,
      account: 'without_email',
      facts: { sub: subject, custom_claims: { address, chain, network: chainId, domain, statement } },
    })
    return startSession(context, trx, { user, method: 'web3', origin: request.origin, isLast: true })
  })
  return openSession(context, started)
}

const names = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** Throws where no wallet is taken at all, whatever the request holds. */
export function requireWallets({ ethereum, solana }: Web3Settings): void {
  if (!ethereum && !solana) throw web3Disabled('')
}

const web3Disabled = (what: string) =>
  new AuthError(422, 'web3_provider_disabled', `${what}Web3 provider is disabled`)

function requireChain({ web3 }: Web3Context, asked: string): Chain {
  if (asked !== 'ethereum' && asked !== 'solana') {
    throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
  }
  if (!web3[asked]) throw web3Disabled(`${names[asked]} `)
  return asked
}

/** A message signed for another site must not open this one. */
function checkSite({ settings }: Web3Context, chain: Chain, { uri, domain }: SignInMessage): void {
  const signed = `Signed ${names[chain]} message is using`
  const isLocal = uri.hostname === 'localhost'
  if (uri.protocol !== 'https:' && !isLocal) throw invalidGrant(`${signed} URI which does not use HTTPS`)
  if (!allowsRedirect(settings, uri.href)) {
    throw invalidGrant(
      `${signed} URI which is not allowed on this server, message was signed for another app`,
    )
  }
  if (!isLocal && (uri.host !== domain.toLowerCase() || !allowsRedirect(settings, `https://${domain}/`))) {
    throw invalidGrant(
      `${signed} a Domain that does not match the one in URI which is not allowed on this server`,
    )
  }
}

function checkTime(
  { web3 }: Web3Context,
  chain: Chain,
  { issuedAt, notBefore, expiresAt }: SignInMessage,
  now: Date,
): void {
  const name = names[chain]
  if (notBefore && now < notBefore) throw invalidGrant(`Signed ${name} message becomes valid in the future`)
  if (expiresAt && now > expiresAt) throw invalidGrant(`Signed ${name} message is expired`)
  const ageMs = now.getTime() - issuedAt.getTime()
  const maxAgeMs = web3.maximumValidity * 1000
  if (ageMs > maxAgeMs) throw invalidGrant(`${name} message was issued too long ago`)
  if (ageMs < -maxAgeMs) throw invalidGrant(`${name} message was issued too far in the future`)
}
