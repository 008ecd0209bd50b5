/**
 * Tells later whether the same e-mail was typed for an intent, without keeping it in the browser. Salted with the intent's id, so
 * that two intents of one person look like two people's. Undefined where there is no e-mail, or no digest, as on a page without HTTPS.
 */
export async function intentEmailDigest(intentId: string, email: string | null): Promise<string | undefined> {
  if (!email || !globalThis.crypto?.subtle) return undefined
  const text = new TextEncoder().encode(`${intentId} ${email.trim().toLowerCase()}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return btoa(String.fromCharCode(...digest))
}
