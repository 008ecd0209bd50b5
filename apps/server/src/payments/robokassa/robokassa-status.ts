import { parseAmount } from '@app/domain/payments/amount'
import { providerPaymentStatus } from '@app/domain/payments/reconciliation'
import { statusSignaturePayload } from '@app/domain/payments/robokassa-signature'
import type { RobokassaSettings } from '../../config/robokassa.ts'
import type { StatusAnswer } from '../payment-gateway.ts'
import { signPayload } from './robokassa-signer.ts'
import { readXml, textAt, type XmlElement } from './xml-elements.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 64 * 1024

/** Asks OpStateExt (https://docs.robokassa.kz/xml-interfaces) about a live order. Never throws. */
export async function askRobokassa(
  settings: RobokassaSettings,
  send: typeof fetch,
  invId: number,
): Promise<StatusAnswer> {
  const signature = statusSignaturePayload(settings.merchantLogin, String(invId), settings.live.password2)
  const body = new URLSearchParams({
    MerchantLogin: settings.merchantLogin,
    InvoiceID: String(invId),
    Signature: signPayload(settings.hash, signature),
  })
  try {
    const response = await send(`${settings.baseUrl}/Merchant/WebService/Service.asmx/OpStateExt`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return noAnswer(`status ${response.status}`)
    const raw = await readBounded(response)
    return raw === null ? noAnswer('an answer that is too long') : readStatus(raw)
  } catch (error) {
    return noAnswer(error instanceof Error ? error.name : 'unreachable')
  }
}

/** Reads an answer of OpStateExt. What cannot be understood is no answer rather than a guess. */
export function readStatus(raw: string): StatusAnswer {
  const root = readXml(raw)
  if (root?.name !== 'OperationStateResponse') return noAnswer('not an OperationStateResponse')

  const result = textAt(root, 'Result', 'Code')
  if (result === '3') return { outcome: 'not_found' }
  if (result !== '0') return noAnswer(`result code ${result?.slice(0, 10)}`)

  const stateCode = textAt(root, 'State', 'Code') ?? ''
  if (!/^\d{1,4}$/.test(stateCode)) return noAnswer('no state code')
  const standing = providerPaymentStatus(Number(stateCode), textAt(root, 'Info', 'OutSum') ?? '')
  const orderId = orderIn(root)
  const since = readMoment(textAt(root, 'State', 'StateDate') ?? '')
  if (standing.standing === 'paid' && parseAmount(standing.outSum) === null)
    return noAnswer('paid, but no amount')
  if (standing.standing === 'paid' && orderId === null && since === null)
    return noAnswer('paid, but neither for which order nor when')
  return { outcome: 'known', standing, stateCode: Number(stateCode), orderId, since, raw }
}

/** The extra parameter by which our payment pages name their order. */
function orderIn(root: XmlElement): string | null {
  const fields = root.children.find(({ name }) => name === 'UserField')?.children ?? []
  const field = fields.find((each) => textAt(each, 'Name')?.toLowerCase() === 'shp_order')
  return (field && textAt(field, 'Value')) || null
}

/** `2026-12-01T10:00:00.1234567+03:00`. Without a zone it is read as UTC, the latest that it can mean. */
function readMoment(text: string): Date | null {
  const [, moment, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const at = new Date(`${moment}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at
}

function noAnswer(reason: string): StatusAnswer {
  return { outcome: 'no_answer', reason }
}

async function readBounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxAnswerBytes) return null
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
