import type { Owner } from '@app/contracts/client-config'
import { mailLink, phoneLink } from '../legal/page.ts'
import { type Inline, link } from '../writing/rich-text.ts'
import { typeset, typesetLine } from '../writing/typeset.ts'

/** Returns the owner's contacts, as the last line of a mail that asks to write to them. */
export function supportLine({ email, phone, supportWhatsapp }: Owner): string {
  return typesetLine(
    `Поддержка: ${email}, ${phone}, WhatsApp https://wa.me/${supportWhatsapp}. Отвечаем в течение 24 часов.`,
  )
}

/** Returns whom the buyer asks, and where the terms of a refund stand. */
export function refundLine(questions: string, owner: Owner, siteUrl: string): Inline[] {
  return typeset([
    `${questions}: `,
    mailLink(owner),
    ', ',
    phoneLink(owner),
    '. Отвечаем в течение 24 часов. ',
    link('Условия возврата', `${siteUrl}/terms#refund`),
  ])
}
