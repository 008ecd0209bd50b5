import { parseAmount } from './amount.ts'
import { parseInvId } from './inv-id.ts'
import type { SignedNotice } from './robokassa-signature.ts'

/** A parsed call to ResultURL or SuccessURL whose signature is not verified yet. */
export type UnverifiedNotice = {
  invId: number
  amountTiyn: number
  /** The signed values, byte for byte. */
  signed: SignedNotice
  /** Lower-case hexadecimal. */
  signature: string
  /** True when the call says that it is a test. */
  saysTest: boolean
}

export type NoticeParseResult =
  | { outcome: 'read'; notice: UnverifiedNotice }
  | { outcome: 'malformed'; field: string }

/** Our own requests never have more `Shp_` parameters. */
const maxShpParams = 10

/**
 * Reads the fields of a provider's call, in the order received. A field that decides anything must
 * be there once: of two `OutSum`, one could be signed and the other believed.
 */
export function parseNotice(fields: Iterable<readonly [string, string]>): NoticeParseResult {
  const values = new Map<string, string>()
  const shp: Record<string, string> = {}
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    if (values.has(key)) return { outcome: 'malformed', field: name.slice(0, 40) }
    values.set(key, value)
    if (key.startsWith('shp_')) shp[name] = value
  }
  if (Object.keys(shp).length > maxShpParams) return { outcome: 'malformed', field: 'Shp_' }

  const outSum = values.get('outsum') ?? ''
  const amountTiyn = parseAmount(outSum)
  if (amountTiyn === null) return { outcome: 'malformed', field: 'OutSum' }

  const invIdText = values.get('invid') ?? ''
  const invId = parseInvId(invIdText)
  if (invId === null) return { outcome: 'malformed', field: 'InvId' }

  const signature = (values.get('signaturevalue') ?? '').toLowerCase()
  if (!/^[0-9a-f]{32,128}$/.test(signature)) return { outcome: 'malformed', field: 'SignatureValue' }

  const isTest = values.get('istest')
  const saysTest = isTest !== undefined && isTest !== '' && isTest !== '0'
  return {
    outcome: 'read',
    notice: { invId, amountTiyn, signed: { outSum, invId: invIdText, shp }, signature, saysTest },
  }
}
