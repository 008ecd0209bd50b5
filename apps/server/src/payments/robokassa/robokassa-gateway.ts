import type { Order } from '@app/domain/orders/order'
import { formatAmount } from '@app/domain/payments/amount'
import type { UnverifiedNotice } from '@app/domain/payments/robokassa-notice'
import { receiptJson } from '@app/domain/payments/robokassa-receipt'
import { noticeSignaturePayload, requestSignaturePayload } from '@app/domain/payments/robokassa-signature'
import type { RobokassaPasswords, RobokassaSettings } from '../../config/robokassa.ts'
import type { NoticeAuthenticity, PaymentGateway } from '../payment-gateway.ts'
import { isSameSignature, signPayload } from './robokassa-signer.ts'
import { askRobokassa } from './robokassa-status.ts'

/** Robokassa's hosted page (https://docs.robokassa.ru/pay-interface), or whatever answers like it at the base address. */
export function robokassaGateway(settings: RobokassaSettings, send: typeof fetch): PaymentGateway {
  return {
    provider: 'robokassa',
    testMode: settings.testMode,
    paymentUrl: (order, description) => paymentUrl(settings, order, description),
    authenticate: (notice) => authenticate(settings, notice),
    askStatus: (invId) => askRobokassa(settings, send, invId),
    describe: () => ({
      provider: 'robokassa',
      mode: settings.testMode ? 'test' : 'live',
      paymentPage: new URL(settings.baseUrl).origin,
      signature: settings.hash,
      receipts: settings.receiptTax !== null,
    }),
  }
}

/** The signed texts are built here once and sent unchanged. The e-mail is not signed. */
function paymentUrl(settings: RobokassaSettings, order: Order, description: string): string {
  const { password1 } = passwordsOf(settings, order.test)
  const signed = {
    merchantLogin: settings.merchantLogin,
    outSum: formatAmount(order.chargeTiyn),
    invId: String(order.invId),
    receipt: settings.receiptTax
      ? receiptJson(description, order.chargeTiyn, settings.receiptTax)
      : undefined,
    shp: { Shp_order: order.id, Shp_product: order.product },
  }
  const params = new URLSearchParams({
    MerchantLogin: signed.merchantLogin,
    OutSum: signed.outSum,
    InvId: signed.invId,
    Description: description,
    ...(signed.receipt !== undefined && { Receipt: signed.receipt }),
    SignatureValue: signPayload(settings.hash, requestSignaturePayload(signed, password1)),
    Culture: 'ru',
    Encoding: 'utf-8',
    ...(order.buyer.email !== null && { Email: order.buyer.email }),
    ...signed.shp,
    ...(order.test && { IsTest: '1' }),
  })
  return `${settings.baseUrl}/Merchant/Index.aspx?${params}`
}

/** A call that claims to be a test counts as one. */
function authenticate(settings: RobokassaSettings, notice: UnverifiedNotice): NoticeAuthenticity {
  const isSignedWith = ({ password2 }: RobokassaPasswords) =>
    isSameSignature(
      signPayload(settings.hash, noticeSignaturePayload(notice.signed, password2)),
      notice.signature,
    )

  if (isSignedWith(settings.live)) return notice.saysTest ? 'test' : 'live'
  return settings.test && isSignedWith(settings.test) ? 'test' : 'forged'
}

function passwordsOf(settings: RobokassaSettings, test: boolean): RobokassaPasswords {
  const passwords = test ? settings.test : settings.live
  if (!passwords)
    throw new Error('a test order cannot be paid: the test passwords are gone from the settings')
  return passwords
}
