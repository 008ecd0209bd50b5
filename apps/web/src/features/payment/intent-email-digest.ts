/**
 * Hashes the typed e-mail with the intent's id as salt, so that it can be compared without being
 * stored. Undefined without an e-mail or HTTPS.
 */
export async function intentEmailDigest(intentId: string, email: string | null): Promise<string | undefined> {
  if (!email || !globalThis.crypto?.subtle) return undefined
  const text = new TextEncoder().encode(`${intentId} ${email.trim().toLowerCase()}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return btoa(String.fromCharCode(...digest))
}
