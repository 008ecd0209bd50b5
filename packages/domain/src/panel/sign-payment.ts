import { noticeSignaturePayload } from '../payments/robokassa-signature.ts'
import { isFields, type JsonFields, type JsonValue } from './json.ts'

/** Returns the lower-case hexadecimal hash of a text. */
export type Hash = (text: string) => string

/**
 * Signs a payload with the md5 of OutSum, InvId, the secret and the `Shp_` fields (specification,
 * section 5). Returns null without OutSum or InvId.
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
