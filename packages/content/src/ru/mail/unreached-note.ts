import type { Owner } from '@app/contracts/client-config'
import { maskPhone } from '@app/domain/messages/phone'
import { brand } from '../brand.ts'
import { typeset, typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import { supportLine } from './support-line.ts'

export type UnreachedFacts = {
  /** The invoice number at the payment provider. */
  invId: number
  phone: string
  isGift: boolean
  siteUrl: string
  owner: Owner
}

const title = 'Сообщение не доставлено: проверьте номер'

const words = typeset({
  own: 'WhatsApp не доставил сообщение программы на ваш номер. Возможно, в нём ошибка, он сменился или на нём нет WhatsApp.',
  gift: 'WhatsApp не доставил сообщение на номер, на который вы дарите программу. Возможно, в нём ошибка, он сменился или на нём нет WhatsApp.',
  waits: 'Программа ждёт на том же дне. Исправьте номер в личном кабинете, и она продолжится.',
  cabinet: 'Войдите на сайт с этой почтой: код придёт сюда же, регистрироваться не нужно.',
  right: 'Номер верный или войти не получается? Напишите нам, мы поможем.',
})

/**
 * Tells the buyer once that WhatsApp cannot reach the program's number. The mail shows only the
 * last digits of the number.
 */
export function unreachedNoteMail({ invId, phone, isGift, siteUrl, owner }: UnreachedFacts): MailText {
  return buildMail({
    subject: `${title} — «${brand.title}»`,
    title,
    preview: typesetLine(`Заказ № ${invId}`),
    parts: [
      {
        kind: 'rows',
        rows: [
          ['Номер заказа', String(invId)],
          [isGift ? 'Подарок на номер' : 'Номер WhatsApp', maskPhone(phone)],
        ],
      },
      { kind: 'text', text: isGift ? words.gift : words.own },
      { kind: 'text', text: words.waits },
      { kind: 'button', label: 'Исправить номер', href: `${siteUrl}/profile` },
      { kind: 'text', text: words.cabinet },
      { kind: 'text', text: words.right },
      { kind: 'small', text: supportLine(owner) },
    ],
  })
}
