import { createHash } from 'node:crypto'
import { sandboxShop } from '@app/server/config/payments'

const { live, hash } = sandboxShop('http://localhost:3000')

/** What a payment provider's call to ResultURL says; left out, it says what the sandbox's shop would hear. */
export type NoticeFields = {
  OutSum?: string
  InvId?: string | number
  /** Left out, what the payment page of this number was opened with. */
  Shp_order?: string | null
  Shp_product?: string | null
  EMail?: string
  more?: Readonly<Record<string, string>>
  /** Signs with this instead of the shop's Password#2. */
  password?: string
  /** Sends this instead of the right signature. */
  signature?: string
}

/** By number: the order that its payment page named, as the provider would remember it. */
const namedOrders = new Map<string, string>()

/** Opens a payment page, as a payer would. */
export function openPaymentPage(url: string): void {
  const params = new URL(url).searchParams
  const [invId, named] = [params.get('InvId'), params.get('Shp_order')]
  if (invId && named) namedOrders.set(invId, named)
}

/** A call to ResultURL as a form's text, signed as the provider signs: in upper case, the sum with six decimals. */
export function buildNotice(fields: NoticeFields = {}): string {
  const { OutSum = '5000.000000', InvId = 1, Shp_product = 'subscription', EMail = '', more = {} } = fields
  const { Shp_order = Shp_product === null ? null : (namedOrders.get(String(InvId)) ?? null) } = fields
  const shp = { ...(Shp_order !== null && { Shp_order }), ...(Shp_product !== null && { Shp_product }) }
  const signed = [
    OutSum,
    InvId,
    fields.password ?? live.password2,
    ...Object.entries(shp).map((each) => each.join('=')),
  ]
  const signature = fields.signature ?? createHash(hash).update(signed.join(':')).digest('hex').toUpperCase()
  return new URLSearchParams({
    OutSum,
    InvId: String(InvId),
    Fee: '0.000000',
    EMail,
    SignatureValue: signature,
    PaymentMethod: 'BankCard',
    IncCurrLabel: 'BankCardPSR',
    ...shp,
    ...more,
  }).toString()
}
