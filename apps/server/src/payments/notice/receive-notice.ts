import type { Settlement } from '@app/domain/orders/order'
import type { NoticeParseResult, UnverifiedNotice } from '@app/domain/payments/robokassa-notice'
import type { PaymentGateway } from '../payment-gateway.ts'
import { acceptPayment, type PaymentServices } from '../settle/accept-payment.ts'
import {
  type PaymentCall,
  recordAuthenticCall,
  recordForgedCall,
} from '../settle/payment-event-repository.ts'
import type { InvalidSignatureLimiter } from './invalid-signature-limiter.ts'
import { parseForm } from './parse-form.ts'

export type ReceiveServices = PaymentServices & {
  gateway: Pick<PaymentGateway, 'authenticate' | 'testMode'>
  invalidSignatures: InvalidSignatureLimiter
}

/** The answer to the provider: `accepted` with the number as the notice has it. */
export type NoticeReceipt =
  | { outcome: 'accepted'; settlement: Exclude<Settlement, { outcome: 'refused' }>; invIdText: string }
  | { outcome: 'rejected'; reason: string; invId: number | null }

type ReadNotice = (fields: Iterable<readonly [string, string]>) => NoticeParseResult

/**
 * Processes a provider's call. An unsigned call leaves only a bounded trace; a signed call that
 * fits no order is stored. Throws on a database error.
 */
export async function receiveNotice(
  services: ReceiveServices,
  call: PaymentCall,
  read: ReadNotice,
): Promise<NoticeReceipt> {
  const fields = parseForm(call.body)
  const reading = fields && read(fields)
  if (!fields || reading?.outcome !== 'read') {
    const field = reading?.outcome === 'malformed' ? ` ${reading.field}` : ''
    return refuseForgedCall(services, call, `malformed${field}`)
  }
  const { notice } = reading
  const authenticity = services.gateway.authenticate(notice)
  if (authenticity === 'forged') return refuseForgedCall(services, call, 'bad_signature')
  if (authenticity === 'test' && !services.gateway.testMode) return refuseTestCall(services, call, notice)

  const settlement = await acceptPayment(
    services,
    {
      invId: notice.invId,
      amountTiyn: notice.amountTiyn,
      test: authenticity === 'test',
      product: notice.signed.shp?.Shp_product ?? null,
      orderId: notice.signed.shp?.Shp_order ?? null,
      paidAt: null,
      payerEmail: emailIn(fields),
    },
    call,
  )
  if (settlement.outcome === 'refused') {
    return { outcome: 'rejected', reason: settlement.reason, invId: notice.invId }
  }
  return { outcome: 'accepted', settlement, invIdText: notice.signed.invId }
}

async function refuseForgedCall(
  { db, invalidSignatures }: ReceiveServices,
  call: PaymentCall,
  reason: string,
): Promise<NoticeReceipt> {
  if (await invalidSignatures.take()) await recordForgedCall(db, call, reason)
  return { outcome: 'rejected', reason, invId: null }
}

/** Test payments cost nothing, and where real ones are taken they buy nothing. */
async function refuseTestCall(
  { db }: ReceiveServices,
  call: PaymentCall,
  { invId }: UnverifiedNotice,
): Promise<NoticeReceipt> {
  const verdict = 'test_notice'
  await db.transaction().execute((trx) => recordAuthenticCall(trx, call, { verdict, invId, orderId: null }))
  return { outcome: 'rejected', reason: verdict, invId }
}

/** Returns the payer's e-mail from the provider, if it looks valid. */
function emailIn(fields: readonly (readonly [string, string])[]): string | null {
  const email = fields.find(([name]) => name.toLowerCase() === 'email')?.[1].trim() ?? ''
  return email.length <= 254 && /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/.test(email) ? email : null
}
