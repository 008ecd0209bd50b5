import { noticeSignaturePayload } from '../payments/robokassa-signature.ts'
import { isFields, type JsonFields, type JsonValue } from './json.ts'

/** Hexadecimal of a text's hash, in lower case. */
export type Hash = (text: string) => string

/**
 * Signs a payment payload: md5 of OutSum, InvId and the secret joined by colons (specification, section 5); `Shp_`
 * fields come after, as the provider has it. Answers null when OutSum or InvId is missing.
 */
export function signPayment(payload: JsonValue, secret: string, md5: Hash): JsonFields | null {
  if (!isFields(payload)) return null
  const outSum = textOf(payload.OutSum)
  const invId = textOf(payload.InvId)
  if (!outSum || !invId) return null
  const shp = Object.fromEntries(
    Object.entries(payload)
      .filter(([name]) => /^shp_/i.test(name))
      .map(([name, value]) => [name, textOf(value)]),
  )
  return { ...payload, SignatureValue: md5(noticeSignaturePayload({ outSum, invId, shp }, secret)) }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
