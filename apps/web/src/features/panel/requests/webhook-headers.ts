import type { TestRequest } from './test-request.ts'

/**
 * Returns the headers of a call to WhatsApp's webhook: its body signed with the app's secret. Other
 * calls get none.
 */
export async function webhookHeaders(request: TestRequest, secret: string): Promise<Record<string, string>> {
  if (request.text === null || !secret) return {}
  if (!new URL(request.url).pathname.endsWith('/whatsapp/webhook')) return {}
  return { 'X-Hub-Signature-256': `sha256=${await hmacSha256(secret, request.text)}` }
}

async function hmacSha256(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
