import { formatAmount } from '@app/domain/payments/amount'
import { noticeSignaturePayload } from '@app/domain/payments/robokassa-signature'
import type { PaymentRequest } from './payment-request.ts'
import { type SandboxShop, signWith } from './shop.ts'

/** Formats an amount with six decimals, as live notices have it. */
function sixDecimals(amountTiyn: number): string {
  return `${formatAmount(amountTiyn)}0000`
}

/** Builds the form that is posted to ResultURL, signed with Password#2 in upper case. */
export function resultForm(
  shop: SandboxShop,
  { invId, amountTiyn, email, shp }: PaymentRequest,
): URLSearchParams {
  const outSum = sixDecimals(amountTiyn)
  const signature = signWith(shop, noticeSignaturePayload({ outSum, invId, shp }, shop.password2))
  return new URLSearchParams({
    OutSum: outSum,
    InvId: invId,
    Fee: '0.000000',
    EMail: email,
    SignatureValue: signature.toUpperCase(),
    PaymentMethod: 'BankCard',
    IncCurrLabel: 'BankCardPSR',
    ...shp,
  })
}

/** Returns the address that the payer returns to after paying: signed with Password#1. */
export function successUrl(shop: SandboxShop, { invId, amountTiyn, shp }: PaymentRequest): string {
  const outSum = sixDecimals(amountTiyn)
  const signature = signWith(shop, noticeSignaturePayload({ outSum, invId, shp }, shop.password1))
  const params = { OutSum: outSum, InvId: invId, SignatureValue: signature, Culture: 'ru', ...shp }
  return `${shop.successUrl}?${new URLSearchParams(params)}`
}

/** Returns the address that the payer returns to after giving up: not signed. */
export function failUrl(shop: SandboxShop, { invId, amountTiyn, shp }: PaymentRequest): string {
  const params = { OutSum: sixDecimals(amountTiyn), InvId: invId, Culture: 'ru', ...shp }
  return `${shop.failUrl}?${new URLSearchParams(params)}`
}
