import type { Owner } from '@app/contracts/client-config'
import type { ProductType } from '@app/domain/orders/products'
import { brand } from '../brand.ts'
import { productTexts } from '../pricing.ts'
import { formatTenge } from '../writing/money.ts'
import { typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import { refundLine } from './support-line.ts'

export type RefundFacts = {
  product: ProductType
  invId: number | bigint | string
  /** The consultation that this program had lowered, with the amount now due. */
  owing: { invId: number; dueTiyn: number } | null
  siteUrl: string
  owner: Owner
}

/**
 * Builds the buyer's mail when their refund is marked. It names no sum: the money goes back by hand
 * at the provider, in full or as the terms count it, and nothing here knows which.
 */
export function refundNoteMail({ product, invId, owing, siteUrl, owner }: RefundFacts): MailText {
  const { title } = productTexts[product]
  return buildMail({
    subject: `Возврат денег — «${brand.title}»`,
    title: 'Деньги возвращены',
    preview: typesetLine(`Заказ № ${invId}`),
    parts: [
      {
        kind: 'rows',
        rows: [
          ['Что', title],
          ['Номер заказа', String(invId)],
        ],
      },
      {
        kind: 'text',
        text: typesetLine(
          'Вернули деньги на ту же карту. Когда они поступят, зависит от банка, обычно в течение нескольких дней.',
        ),
      },
      ...(product === 'subscription'
        ? [{ kind: 'text' as const, text: typesetLine('Сообщения программы больше не придут.') }]
        : []),
      ...(owing ? [{ kind: 'text' as const, text: dueChangeText(owing) }] : []),
      { kind: 'small', text: refundLine('Вопросы', owner, siteUrl) },
    ],
  })
}

function dueChangeText({ invId, dueTiyn }: NonNullable<RefundFacts['owing']>): string {
  return typesetLine(
    `За эту программу мы снизили цену консультации, заказ № ${invId}. Теперь за неё осталась разница: ${formatTenge(dueTiyn)}. Как доплатить, напишем вам отдельно.`,
  )
}
