import { parseAmount } from '@app/domain/payments/amount'
import { parseInvId } from '@app/domain/payments/inv-id'
import { requestSignaturePayload } from '@app/domain/payments/robokassa-signature'
import { isSignedWith, type SandboxShop } from './shop.ts'

/** The error codes of https://docs.robokassa.ru/pay-interface that this page uses. */
export type PaymentErrorCode = 26 | 29 | 30 | 31 | 33 | 40

/** A payment that a shop requests. */
export type PaymentRequest = {
  invId: string
  amountTiyn: number
  description: string
  email: string
  shp: Record<string, string>
}

export type RequestParseResult =
  | { outcome: 'valid'; request: PaymentRequest }
  | { outcome: 'error'; code: PaymentErrorCode }

const maxDescription = 100

/** Checks a request for the payment page as Robokassa does: the shop, the sum, the number, the signature. */
export function parsePaymentRequest(shop: SandboxShop, params: URLSearchParams): RequestParseResult {
  const value = (...names: string[]) =>
    names.map((name) => params.get(name)).find((found) => found !== null) ?? ''
  if (value('MerchantLogin') !== shop.merchantLogin) return toError(26)

  const outSum = value('OutSum')
  const amountTiyn = parseAmount(outSum)
  if (!amountTiyn) return toError(31)

  const invId = value('InvId', 'InvoiceID')
  const description = value('Description')
  if (parseInvId(invId) === null || description.length > maxDescription) return toError(30)

  const shp = shpOf(params)
  const receipt = params.get('Receipt') ?? undefined
  const payload = requestSignaturePayload(
    { merchantLogin: shop.merchantLogin, outSum, invId, receipt, shp },
    shop.password1,
  )
  // The shop has no test passwords, and live passwords do not sign test payments.
  const isTest = !['', '0'].includes(value('IsTest'))
  if (isTest || !isSignedWith(shop, payload, value('SignatureValue'))) return toError(29)
  const email = value('Email').slice(0, 254)
  return { outcome: 'valid', request: { invId, amountTiyn, description, email, shp } }
}

function shpOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => name.toLowerCase().startsWith('shp_')))
}

function toError(code: PaymentErrorCode): RequestParseResult {
  return { outcome: 'error', code }
}
