import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { ResolvedSettings } from '../../settings.ts'
import type { User } from '../users/user-body.ts'

/** A key pair of an authenticator, as much of it as we keep. */
export type KnownKey = {
  /** In base64url, like `publicKey`. */
  id: string
  publicKey: string
  /** The number of times that it has signed, as far as it counts; what does not grow was copied. */
  counter: number
  transports: string[]
}

export type NewKey = KnownKey & { aaguid: string; isBackupEligible: boolean; isBackedUp: boolean }

/** Loaded on demand. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * Returns the options of `navigator.credentials.create`. A passkey finds its user by itself, so it
 * lives in the authenticator.
 */
export async function creationOptions(
  { auth }: ResolvedSettings,
  user: User,
  { excluded, isPasskey }: { excluded: readonly string[]; isPasskey: boolean },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpId, rpName, challengeExpiry } = auth.webauthn
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID: rpId,
    rpName,
    userName: user.email ?? user.phone ?? user.id,
    userDisplayName: user.email ?? user.phone ?? user.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    timeout: challengeExpiry * 1000,
    excludeCredentials: excluded.map((id) => ({ id })),
    authenticatorSelection: isPasskey
      ? { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/**
 * Returns the options of `navigator.credentials.get`: for the keys named, or for whatever passkey
 * there is.
 */
export async function requestOptions(
  { auth }: ResolvedSettings,
  allowed: readonly KnownKey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rpId, challengeExpiry } = auth.webauthn
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeExpiry * 1000,
    userVerification: allowed.length === 0 ? 'required' : 'preferred',
    ...(allowed.length === 0
      ? {}
      : {
          allowCredentials: allowed.map(({ id, transports }) => ({
            id,
            transports,
          })),
        }),
  })
}

type ExpectedChallenge = { challenge: string; isPasskey: boolean }

/** The new key that a page answers with; null when the answer is not one to this challenge, from our site, by a person. */
export async function checkRegistration(
  { auth }: ResolvedSettings,
  response: unknown,
  { challenge, isPasskey }: ExpectedChallenge,
): Promise<NewKey | null> {
  const { rpId, origins } = auth.webauthn
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: isPasskey,
    })
    if (!verified) return null
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transportsOf(credential),
      aaguid,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  } catch {
    // The library throws for all invalid responses.
    return null
  }
}

/**
 * Checks a key's answer and returns its new signature count; null when the answer is not its, to
 * this challenge, from our site, by a person.
 */
export async function checkAssertion(
  { auth }: ResolvedSettings,
  response: unknown,
  { challenge, isPasskey, key }: ExpectedChallenge & { key: KnownKey },
): Promise<number | null> {
  const { rpId, origins } = auth.webauthn
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      requireUserVerification: isPasskey,
      credential: {
        id: key.id,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

function transportsOf({ transports = [] }: WebAuthnCredential): string[] {
  return transports.filter((one) => typeof one === 'string' && one.length <= 32).slice(0, 10)
}
