import { escapeHtml } from '@app/domain/escape-html'
import { formatAmount } from '@app/domain/payments/amount'
import { statusSignaturePayload } from '@app/domain/payments/robokassa-signature'
import type { CardPayment, SandboxMerchant } from './sandbox-merchant.ts'
import { isSignedWith } from './shop.ts'

const stateCodes = { open: 5, paid: 100, declined: 10 } satisfies Record<CardPayment['state'], number>

/**
 * Answers an OpStateExt request (https://docs.robokassa.kz/xml-interfaces) with the state of one
 * invoice.
 */
export function renderOpState({ shop, find }: SandboxMerchant, params: URLSearchParams): string {
  if (params.get('MerchantLogin') !== shop.merchantLogin) return result(2)
  const invId = params.get('InvoiceID') ?? ''
  const payload = statusSignaturePayload(shop.merchantLogin, invId, shop.password2)
  if (!isSignedWith(shop, payload, params.get('Signature') ?? '')) return result(1)

  const payment = find(invId)
  if (!payment) return result(3)
  return result(0, [
    `<State><Code>${stateCodes[payment.state]}</Code><RequestDate>${payment.at}</RequestDate><StateDate>${payment.at}</StateDate></State>`,
    `<Info><IncCurrLabel>BankCardPSR</IncCurrLabel><PaymentMethod><Code>BankCard</Code></PaymentMethod><OutSum>${formatAmount(payment.amountTiyn)}0000</OutSum></Info>`,
    `<UserField>${Object.entries(payment.shp).map(field).join('')}</UserField>`,
  ])
}

function field([name, value]: [string, string]): string {
  return `<Field><Name>${escapeHtml(name)}</Name><Value>${escapeHtml(value)}</Value></Field>`
}

function result(code: number, parts: readonly string[] = []): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns="http://merchant.roboxchange.com/WebService/"><Result><Code>${code}</Code></Result>${parts.join('')}</OperationStateResponse>`
}
