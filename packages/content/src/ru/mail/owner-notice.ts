import { brand } from '../brand.ts'
import { typesetLine } from '../typeset.ts'
import { buildMail, type MailText } from './layout.ts'
import { orderRows, type PaidOrder } from './receipt.ts'

export type Buyer = { name: string | null; email: string | null; phone: string | null }

/** Tells the owner that somebody paid and how to reach them. Answers and the result stay in the database. */
export function ownerOrderMail(order: PaidOrder & { buyer: Buyer }): MailText {
  const { name, email, phone } = order.buyer
  const contact = [
    ['Имя', name],
    ['Почта', email],
    ['Телефон', phone],
  ] as const
  const known = contact.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
  return buildMail({
    subject: `Новая оплата, заказ ${order.invId} — «${brand.title}»`,
    title: 'Новая оплата',
    preview: `Заказ ${order.invId}`,
    parts: [
      { kind: 'rows', rows: [...orderRows(order), ...known] },
      {
        kind: 'text',
        text: typesetLine(
          order.product === 'consultation'
            ? 'Покупатель напишет в WhatsApp, чтобы выбрать время. Если за сутки не написал, напишите первыми.'
            : 'Программа начнётся сама, ближайшим утром. Делать ничего не нужно.',
        ),
      },
    ],
  })
}

/** What can go wrong so that only the owner can mend it. */
export type OwnerAlert =
  | 'whatsapp_paused'
  | 'whatsapp_template'
  | 'whatsapp_undelivered'
  | 'amount_mismatch'
  | 'receipt_failed'

const alerts: Readonly<Record<OwnerAlert, { title: string; text: string }>> = {
  whatsapp_paused: {
    title: 'Отправка в WhatsApp остановлена',
    text: 'WhatsApp не принимает сообщения от нашего номера. Проверьте токен, оплату и состояние номера в кабинете Meta. Сообщения ждут в очереди и уйдут, когда отправка заработает.',
  },
  whatsapp_template: {
    title: 'Шаблон WhatsApp не работает',
    text: 'WhatsApp не принимает один из шаблонов сообщений: он не одобрен, приостановлен или отключён. Проверьте шаблоны в кабинете Meta. Сообщения ждут в очереди трое суток и уйдут, когда шаблон заработает.',
  },
  whatsapp_undelivered: {
    title: 'Сообщение WhatsApp не дошло',
    text: 'Одно или несколько сообщений доставить нельзя: номера нет в WhatsApp, человек ограничил сообщения или время вышло. Откройте тестовую панель, посмотрите состояние программы и напишите человеку сами.',
  },
  amount_mismatch: {
    title: 'Сумма платежа не совпала с заказом',
    text: 'Платёжный сервис сообщил об оплате на другую сумму, поэтому заказ не отмечен оплаченным. Сверьте платёж в кабинете Robokassa.',
  },
  receipt_failed: {
    title: 'Письмо покупателю не ушло',
    text: 'Подтверждение оплаты отправить не удалось после нескольких попыток. Проверьте почтовый сервис и напишите покупателю сами.',
  },
}

/** Asks the owner to look at something; `reference` is a number to search for, never a person's data. */
export function ownerAlertMail(alert: OwnerAlert, reference?: string): MailText {
  const { title, text } = alerts[alert]
  return buildMail({
    subject: `${title} — «${brand.title}»`,
    title,
    preview: text,
    parts: [
      { kind: 'text', text: typesetLine(text) },
      ...(reference ? [{ kind: 'rows', rows: [['Номер', reference]] } as const] : []),
    ],
  })
}
