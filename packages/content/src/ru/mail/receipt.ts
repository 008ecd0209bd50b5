import type { Owner } from '@app/contracts/client-config'
import { maskPhone } from '@app/domain/messages/phone'
import type { ProductType } from '@app/domain/orders/products'
import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import { brand } from '../brand.ts'
import { type Nutritionist, nutritionist, nutritionistTexts } from '../nutritionist.ts'
import { pricingTexts, productTexts } from '../pricing.ts'
import { programForTexts, programPaidTwice } from '../program-for.ts'
import { chatTexts } from '../whatsapp.ts'
import { formatInstant } from '../writing/date.ts'
import { formatTenge } from '../writing/money.ts'
import { typeset, typesetLine } from '../writing/typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import type { MailPart } from './mail-part.ts'
import { refundLine } from './support-line.ts'

/** The facts of a paid order that mails show. */
export type PaidOrder = {
  product: ProductType
  chargeTiyn: number
  /** The amount that a paid program took off; 0 without one. */
  depositTiyn: number
  /** The invoice number at the payment provider. */
  invId: number | bigint | string
  /** The amount that a refunded program had taken off. */
  dueTiyn: number
  /** The number of the paid order that this order probably duplicates. */
  duplicateOf: number | null
  paidAt: Date
}

/**
 * The reason why a paid purchase does not proceed: a probable duplicate, or a program without a
 * result, without a phone, or with a reader who stopped the messages.
 */
export type PurchaseHold = 'paid_twice' | ProgramHold
type ProgramHold = 'subcategory' | 'phone' | 'opted_out' | 'withdrawn'

export type ReceiptFacts = PaidOrder & {
  hold: PurchaseHold | null
  /** Null for a product that is no program. */
  programFor: ProgramFor | null
  /** The recipient's phone. A mail shows only the last digits of a gift's number. */
  phone: string | null
  siteUrl: string
  owner: Owner
}

/** The next steps of a held program, because the usual ones would promise messages. */
const heldSteps: Readonly<Record<ProgramHold, readonly string[]>> = typeset({
  subcategory: [
    'Программа по этому заказу не начнётся: у нас больше нет ни вашего номера, ни результата теста. Так бывает, если аккаунт удалили раньше, чем пришли деньги.',
    'Напишите нам на почту, которая стоит ниже, и назовите номер заказа. Вернём всю сумму на ту же карту.',
  ],
  phone: [
    'Программе пока некуда писать. Войдите на сайт с этой почтой и укажите в личном кабинете номер WhatsApp.',
    'Первое сообщение придёт ближайшим утром после этого, вместе с чек-листом.',
  ],
  opted_out: [
    'С номера, который вы указали, раньше попросили нас больше не писать, поэтому программа ждёт.',
    'Отправьте нам с этого номера в WhatsApp слово СТАРТ или поменяйте номер в личном кабинете: войдите с той же почтой. Первое сообщение придёт ближайшим утром.',
  ],
  withdrawn: [
    'Вы остановили сообщения программы, поэтому она ждёт.',
    'Разрешите их в личном кабинете, в разделе «Аккаунт». Первое сообщение придёт ближайшим утром.',
  ],
})

/** The next steps of a held gift, whose number belongs to another person. */
const heldGiftSteps: Readonly<Partial<Record<ProgramHold, readonly string[]>>> = typeset({
  opted_out: [
    'С номера, на который вы дарите программу, раньше попросили нас больше не писать, поэтому она ждёт.',
    'Попросите этого человека отправить нам в WhatsApp слово СТАРТ: первое сообщение придёт ближайшим утром. Если номер с ошибкой, исправьте его в личном кабинете: войдите с той же почтой.',
  ],
})

const paidTwiceSteps: Readonly<Record<ProductType, readonly string[]>> = typeset({
  subscription: [
    programPaidTwice,
    'Вышло случайно? Ответьте на это письмо или напишите на почту, которая стоит ниже, и назовите номер этого заказа. Вернём всю сумму на ту же карту.',
    'Нужны обе? Вторая начнётся после первой. Если в личном кабинете она на паузе, напишите нам: снимем с паузы.',
  ],
  consultation: [
    'Похоже, вы оплатили консультацию дважды: первая ещё не прошла.',
    'Вышло случайно? Ответьте на это письмо или напишите на почту, которая стоит ниже, и назовите номер этого заказа. Вернём всю сумму на ту же карту.',
    'Если нужны обе, договоримся о времени каждой в WhatsApp.',
  ],
})

/**
 * Builds the buyer's mail after paying: what was bought, for how much, what happens next, whom to
 * ask, and who stands behind it.
 */
export function receiptMail(
  { hold, programFor, phone, siteUrl, owner, ...order }: ReceiptFacts,
  person: Nutritionist | null = nutritionist,
): MailText {
  const { title } = productTexts[order.product]
  const isGift = programFor === 'gift'
  const isTwice = hold === 'paid_twice'
  return buildMail({
    subject: `${isTwice ? 'Похоже, оплачено дважды' : 'Оплата получена'} — «${brand.title}»`,
    title: isTwice ? 'Похоже, оплачено дважды' : 'Спасибо, оплата получена',
    preview: `${title}, ${formatTenge(order.chargeTiyn)}`,
    parts: [
      { kind: 'rows', rows: [...orderRows(order), ...(isGift && phone ? [giftRow(phone)] : [])] },
      ...(order.dueTiyn > 0 ? [{ kind: 'text' as const, text: dueText(order.dueTiyn) }] : []),
      { kind: 'text', text: 'Что дальше:' },
      { kind: 'list', items: stepsOf({ ...order, hold, programFor }) },
      // A mail has no answers and other people may read it, so its text fits all readers.
      ...(hold === 'subcategory' || isGift
        ? []
        : [{ kind: 'text' as const, text: pricingTexts.doctorsWordIf }]),
      // A buyer whose account was deleted has no cabinet to open.
      ...(hold === 'subcategory' ? [] : [nextButton(order.product, siteUrl, owner)]),
      ...(person ? [{ kind: 'text' as const, text: personLine(person) }] : []),
      {
        kind: 'small',
        text: refundLine('Вопросы и возврат', owner, siteUrl),
      },
      {
        kind: 'small',
        text: typesetLine(
          `Услугу оказывает ${owner.name}, ИИН ${owner.iin}. Это письмо подтверждает заказ, фискальным чеком оно не является.`,
        ),
      },
    ],
  })
}

function giftRow(phone: string): [string, string] {
  return ['Подарок на номер', maskPhone(phone)]
}

/** Lists the next steps: a reason that keeps the program from beginning goes before its reader. */
function stepsOf({
  product,
  hold,
  programFor,
}: Pick<ReceiptFacts, 'product' | 'hold' | 'programFor'>): readonly string[] {
  if (hold === 'paid_twice') return paidTwiceSteps[product]
  if (hold) return (programFor === 'gift' && heldGiftSteps[hold]) || heldSteps[hold]
  if (programFor === null || programFor === 'self') return productTexts[product].nextSteps
  return programForTexts[programFor].nextSteps({ isSignedIn: false, isDated: false })
}

/** A consultation starts with a chat, a program with a check of the phone number in the cabinet. */
function nextButton(product: ProductType, siteUrl: string, owner: Owner): MailPart {
  if (product === 'subscription') {
    return { kind: 'button', label: 'Открыть личный кабинет', href: `${siteUrl}/profile` }
  }
  const text = encodeURIComponent(chatTexts.consultation)
  return {
    kind: 'button',
    label: 'Написать в WhatsApp',
    href: `https://wa.me/${owner.consultationWhatsapp}?text=${text}`,
  }
}

/** A mail has no pictures: the name, and a sentence of hers. */
function personLine({ name, role, words }: Nutritionist): string {
  return typesetLine(`${nutritionistTexts.home}: ${name}, ${role}. «${words}»`)
}

/** Says that a consultation was lowered by a program that does not lower it any more. */
function dueText(dueTiyn: number): string {
  return typesetLine(
    `Цену снизили за программу, но к моменту оплаты её уже зачли в другую консультацию или вернули за неё деньги. Осталась разница: ${formatTenge(dueTiyn)}. Как её доплатить, напишем вам отдельно.`,
  )
}

/** The facts of an order as rows of a table, shared with the owner's notice. */
export function orderRows(order: PaidOrder): [string, string][] {
  return [
    ['Что', productTexts[order.product].title],
    ['Номер заказа', String(order.invId)],
    ...(order.duplicateOf === null ? [] : [['Первый заказ', String(order.duplicateOf)] as [string, string]]),
    ['Оплачено', formatTenge(order.chargeTiyn)],
    ...(order.depositTiyn > 0
      ? [['Зачтено за программу', formatTenge(order.depositTiyn)] as [string, string]]
      : []),
    ['Когда', formatInstant(order.paidAt)],
  ]
}
