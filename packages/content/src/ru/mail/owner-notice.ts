import type { ProductType } from '@app/domain/orders/products'
import { brand } from '../brand.ts'
import { formatInstant } from '../writing/date.ts'
import { formatTenge } from '../writing/money.ts'
import { typesetLine } from '../writing/typeset.ts'
import { type OwnerMessage, ownerMessage } from './incidents.ts'
import { buildMail, type MailText } from './layout.ts'
import { orderRows, type PaidOrder, type PurchaseHold } from './receipt.ts'

type PaidProgram = {
  tasks: readonly OwnerTask[]
  /** True when the phone belongs to the recipient of a gift. */
  isGift: boolean
  /** True while another program to the same number runs first. */
  waits: boolean
}

export type Buyer = { name: string | null; email: string | null; phone: string | null }

/** A task for the owner after a payment; a purchase without tasks proceeds automatically. */
export type OwnerTask = PurchaseHold | 'no_contact' | 'due' | 'waived'

const taskTexts: Readonly<Record<OwnerTask, string>> = {
  paid_twice:
    'Похоже, оплачено дважды: у этого покупателя уже есть такой же оплаченный заказ на тот же номер, и он ещё не выполнен. Если это программа, новая стоит на паузе или ждёт очереди, чтобы сообщения не пришли два раза. Если в заказе есть почта, на неё ушло письмо о том, как вернуть деньги. Спросите покупателя и сделайте возврат в кабинете Robokassa, потом отметьте его: рабочий стол, «Деньги», «Заказы», у этого заказа есть пометка. Если второй раз нужен, а программа на паузе, снимите её с паузы на странице человека.',
  no_contact:
    'Контактов покупателя нет: аккаунт удалили раньше, чем пришли деньги. Он может сам написать в WhatsApp, чтобы выбрать время. Если за сутки не написал, найдите платёж в кабинете Robokassa по номеру заказа: там может быть почта плательщика. Если связаться не с кем, верните там деньги и отметьте возврат: рабочий стол, «Деньги», «Заказы».',
  phone:
    'Программе некуда писать: покупатель не оставил номера, на который можно отправить сообщение. Попросите его войти на сайт с почтой из этого письма и указать телефон в личном кабинете: программа начнётся ближайшим утром. Если связаться не с кем, верните деньги.',
  subcategory:
    'Программа не начнётся: у заказа нет результата теста. Так бывает, если аккаунт удалили раньше, чем пришли деньги. Верните деньги; если почта покупателя известна, напишите ему об этом. Программа, купленная после теста заново, начнётся сама.',
  opted_out:
    'С этого номера раньше просили не писать, поэтому программа ждёт. Попросите покупателя отправить нам в WhatsApp слово СТАРТ: программа начнётся ближайшим утром.',
  withdrawn:
    'Покупатель выключил сообщения программы в личном кабинете, поэтому она ждёт. Попросите включить их там снова или верните деньги.',
  due: 'Цену снизили за программу, но к моменту оплаты её уже зачли в другую консультацию или вернули за неё деньги. Решите, просить ли у покупателя доплату, и напишите ему: в письме об оплате мы сказали, что осталась разница.',
  waived:
    'Цену снизили за программу, деньги за которую уже вернули. Её оплатили без входа на сайт, и кто платил, неизвестно, поэтому доплату мы не начислили. Если платил сам покупатель, попросите её у него.',
}

/**
 * Tells the owner that somebody paid, who it is, and what is left for her to do, if anything.
 * Answers and the result stay in the database.
 */
export function ownerOrderMail(order: PaidOrder & PaidProgram & { buyer: Buyer }): MailText {
  const { name, email, phone } = order.buyer
  const contact = [
    ['Имя', name],
    ['Почта', email],
    [order.isGift ? 'Подарок на номер' : 'Телефон', phone],
  ] as const
  const known = contact.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
  const due: [string, string][] = order.dueTiyn > 0 ? [['Недоплачено', formatTenge(order.dueTiyn)]] : []
  const title = order.tasks.length > 0 ? 'Новая оплата, нужна ваша помощь' : 'Новая оплата'
  return buildMail({
    subject: `${title}, заказ ${order.invId} — «${brand.title}»`,
    title,
    preview: [name ?? email, `заказ ${order.invId}`].filter(Boolean).join(', '),
    parts: [
      {
        kind: 'rows',
        rows: [...orderRows(order), ...due, ...(known.length > 0 ? known : [unknownBuyerRow])],
      },
      ...order.tasks.map((task) => ({ kind: 'text', text: typesetLine(taskTexts[task]) }) as const),
      ...nextStepsFor(order).map((text) => ({ kind: 'text', text: typesetLine(text) }) as const),
    ],
  })
}

const unknownBuyerRow: [string, string] = ['Покупатель', 'контактов не оставил']

/** Lists what follows without the owner. */
function nextStepsFor({
  product,
  tasks,
  isGift,
  waits,
  buyer,
}: PaidProgram & { product: ProductType; buyer: Buyer }): string[] {
  if (product === 'consultation') return tasks.includes('no_contact') ? [] : [meetingText(buyer)]
  const gift = isGift
    ? [
        'Это подарок: номер в письме не покупателя, а того, кому подарили. С вопросами пишите покупателю на почту.',
      ]
    : []
  if (tasks.length > 0) return gift
  const begins = waits ? 'на следующее утро после другой программы на этот номер' : 'ближайшим утром'
  return [...gift, `Программа начнётся сама, ${begins}. Делать ничего не нужно.`]
}

/** Names the available contact of the buyer. */
function meetingText({ phone }: Buyer): string {
  const begun =
    'Покупатель напишет в WhatsApp, чтобы выбрать время. Если за сутки не написал, напишите первыми'
  return phone ? `${begun}.` : `${begun} на почту из этого письма: телефона он не оставил.`
}

/**
 * A single failure that only the owner can fix; a lasting failure is an incident (`incidents.ts`).
 */
export type OwnerAlert =
  | 'amount_mismatch'
  | 'product_mismatch'
  | 'test_mismatch'
  | 'unknown_order'
  | 'other_order'
  | 'receipt_failed'
  | 'buyer_left'
  | 'number_unreached'
  | 'restored'

const alerts: Readonly<Record<OwnerAlert, { title: string; text: string }>> = {
  amount_mismatch: {
    title: 'Сумма платежа не совпала с заказом',
    text: 'Платёжный сервис сообщил об оплате на другую сумму, поэтому заказ не отмечен оплаченным. Сверьте платёж в кабинете Robokassa.',
  },
  product_mismatch: {
    title: 'Оплачен не тот товар, что в заказе',
    text: 'Robokassa подтвердила платёж, но назвала в нём другой товар, поэтому заказ не отмечен оплаченным. Найдите платёж по номеру в кабинете Robokassa, а заказ — на рабочем столе, «Деньги», «Заказы». Договоритесь с покупателем или верните деньги.',
  },
  test_mismatch: {
    title: 'Платёж и заказ в разных режимах',
    text: 'Robokassa сообщила о настоящей оплате тестового заказа или о тестовой оплате настоящего, поэтому заказ не отмечен оплаченным. Найдите платёж по номеру в кабинете Robokassa. Если деньги настоящие, верните их или договоритесь с покупателем.',
  },
  unknown_order: {
    title: 'Пришли деньги за неизвестный заказ',
    text: 'Robokassa подтвердила платёж с номером, которого у нас нет. Так бывает, если через тот же магазин продаёт другой сайт или сайт восстановили из копии и заказ пропал. Найдите платёж по номеру в кабинете Robokassa: там дата и почта плательщика. Если заказ наш, напишите покупателю: пусть закажет заново, а вы вернёте эти деньги. Все такие платежи покажет рабочий стол: «Деньги», «Сверка».',
  },
  other_order: {
    title: 'Пришли деньги за пропавший заказ',
    text: 'Robokassa подтвердила платёж, но под его номером у нас теперь другой заказ, поэтому он не отмечен оплаченным. Так бывает, если сайт восстановили из копии: прежний заказ пропал, а деньги за него пришли. Найдите платёж по номеру в кабинете Robokassa: там дата и почта плательщика. Напишите ему: пусть закажет заново, а вы вернёте эти деньги. Все такие платежи покажет рабочий стол: «Деньги», «Сверка».',
  },
  receipt_failed: {
    title: 'Письмо покупателю не ушло',
    text: 'Подтверждение оплаты отправить не удалось после нескольких попыток. Проверьте почтовый сервис и напишите покупателю сами.',
  },
  buyer_left: {
    title: 'Удалён аккаунт с оплаченной консультацией',
    text: 'Консультация по этому заказу оплачена и не отмечена прошедшей, а данные покупателя удалены. Имя и контакты остались в вашем письме «Новая оплата» с этим номером. Если встречи не было, верните деньги в кабинете Robokassa по номеру заказа и отметьте возврат на рабочем столе: «Деньги», «Заказы».',
  },
  number_unreached: {
    title: 'Сообщение программы не доставлено',
    text: 'WhatsApp не доставляет сообщения на номер из этого заказа. Программа ждёт на том же дне и продолжится, когда номер исправят в личном кабинете. Покупателю ушло письмо об этом, если в заказе есть почта. Найдите заказ на рабочем столе: «Деньги», «Заказы». Если номер за пару дней не исправили, напишите или позвоните покупателю.',
  },
  restored: {
    title: 'Сайт восстановлен из копии',
    text: 'Всё, что пришло после этой копии, здесь пропало: ответы, заказы, отметки о возвратах. Деньги за пропавшие заказы остались у Robokassa. Скачайте в её кабинете реестр платежей со дня копии и откройте рабочий стол: «Деньги», «Сверка». Там будет каждый платёж, которого у нас нет, и сказано, что с ним делать. Вход тоже стал таким, каким был в день копии, и всем нужно войти заново. Если после неё вы кого-то убрали из сотрудников или у кого-то убрали пароль, ключ доступа либо приложение с кодами, всё это вернулось: проверьте рабочий стол, «Доступ», и уберите снова.',
  },
}

/** Asks the owner to look at something; `reference` is a number to search for or the moment of a backup, never a person's data. */
export function ownerAlertMessage(alert: OwnerAlert, reference?: string): OwnerMessage {
  const { title, text } = alerts[alert]
  return ownerMessage({
    sign: '⚠️',
    title,
    texts: [typesetLine(text)],
    rows: reference ? [referenceRow(alert, reference)] : [],
  })
}

function referenceRow(alert: OwnerAlert, reference: string): [string, string] {
  return alert === 'restored' ? ['Копия сделана', formatInstant(new Date(reference))] : ['Номер', reference]
}
