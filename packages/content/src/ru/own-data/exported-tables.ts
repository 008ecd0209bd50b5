import { consentTexts } from '../ui/consents.ts'
import { recordWords } from '../ui/record-words.ts'
import { typeset } from '../writing/typeset.ts'

/** The format of a stored value. A value without a text is shown as it is stored. */
export type ValueFormat =
  | 'text'
  | 'moment'
  | 'day'
  | 'month'
  | 'tenge'
  | 'category'
  | 'place'
  | 'order'
  | 'call'
  | 'answers'
  | Readonly<Record<string, string>>

export type ExportedTable = {
  title: string
  /**
   * The readable columns in their order; the JSON file has the others. `ofGift` is the label for a
   * gift.
   */
  fields: Readonly<Record<string, readonly [label: string, reading?: ValueFormat, ofGift?: string]>>
}

const yesOrNo = { true: 'да', false: 'нет' }
const consentTitles = Object.fromEntries(
  Object.entries(consentTexts.kinds).map(([kind, { title }]) => [kind, title]),
)

/** The tables of an export (`export_account`), in reading order. */
export const exportedTables: Readonly<Record<string, ExportedTable>> = typeset({
  quiz_leads: {
    title: 'Тесты',
    fields: {
      created_at: ['Когда прошли', 'moment'],
      name: ['Имя'],
      email: ['Почта'],
      phone: ['Телефон'],
      country: ['Страна', 'place'],
      city: ['Город', 'place'],
      category: ['Результат', 'category'],
      ownership: ['Чей тест', { own: 'ваш', linked: 'найден по вашей почте', anonymous: 'без аккаунта' }],
      confirmed_at: ['Подтвердили, что тест ваш', 'moment'],
      quiz_answers: ['Ответы', 'answers'],
    },
  },
  consents: {
    title: 'Согласия',
    fields: {
      kind: ['На что', consentTitles],
      act: ['Что сделали', { given: 'дали', withdrawn: 'отозвали' }],
      accepted_at: ['Когда', 'moment'],
      version: ['Редакция текста', 'month'],
      ip: ['Адрес в сети'],
    },
  },
  orders: {
    title: 'Покупки',
    fields: {
      inv_id: ['Номер заказа'],
      product: ['Что', recordWords.product],
      is_gift: ['Подарок', { true: 'да', false: '' }],
      state: ['Состояние', recordWords.order],
      price_tiyn: ['Цена', 'tenge'],
      charge_tiyn: ['Сумма заказа', 'tenge'],
      created_at: ['Оформили', 'moment'],
      paid_at: ['Оплатили', 'moment'],
      receipt_sent_at: ['Подтверждение отправили', 'moment'],
      name: ['Имя'],
      email: ['Почта'],
      phone: ['Номер, который указали при покупке', 'text', 'Номер того, кому дарите'],
    },
  },
  order_acts: {
    title: 'Возвраты',
    fields: {
      order_id: ['Номер заказа', 'order'],
      act: ['Что', { refunded: 'деньги возвращены' }],
      acted_at: ['Когда', 'moment'],
      program_day: ['На каком дне программы'],
    },
  },
  deposit_uses: {
    title: 'Зачёт программы в консультацию',
    fields: { created_at: ['Зачли', 'moment'], released_at: ['Отменили зачёт', 'moment'] },
  },
  order_intents: {
    title: 'Начатые оплаты',
    fields: { order_id: ['Номер заказа', 'order'], created_at: ['Когда', 'moment'] },
  },
  payment_events: {
    title: 'Что сообщил платёжный сервис',
    fields: { received_at: ['Когда', 'moment'], body: ['Сообщение', 'call'] },
  },
  consultations: {
    title: 'Консультации',
    fields: {
      order_id: ['Номер заказа', 'order'],
      starts_at: ['Время', 'moment'],
      state: ['Состояние', { arranged: 'назначена', held: 'прошла' }],
    },
  },
  subscriptions: {
    title: 'Программа',
    fields: {
      order_id: ['Номер заказа', 'order'],
      created_at: ['Начата', 'moment'],
      state: ['Состояние', recordWords.program],
      current_day: ['Отправлено дней'],
      phone: ['Номер, на который идут сообщения'],
      started_on: ['Первое сообщение', 'day'],
      last_sent_on: ['Последнее сообщение', 'day'],
      paused_at: ['На паузе с', 'moment'],
    },
  },
  messages: {
    title: 'Что мы вам отправляли',
    fields: {
      created_at: ['Когда', 'moment'],
      kind: ['Что', { ...recordWords.message, answer: 'Ответ на ваше сообщение' }],
      day: ['День программы'],
      text: ['Текст'],
      recipient_name: ['Кому'],
      status: ['Доставка', recordWords.delivery],
      delivered_at: ['Доставлено', 'moment'],
      read_at: ['Прочитано', 'moment'],
    },
  },
  inbound_messages: {
    title: 'Что вы нам писали',
    fields: { written_at: ['Когда', 'moment'], text: ['Текст'], type: ['Вид сообщения'] },
  },
  message_contacts: {
    title: 'Номер в WhatsApp',
    fields: {
      phone: ['Номер'],
      created_at: ['Записан', 'moment'],
      opted_out_at: ['Попросили не писать', 'moment'],
    },
  },
  desk_people: {
    title: 'Отметки о вас',
    fields: {
      status: ['Статус', recordWords.status],
      tags: ['Метки'],
      next_contact_on: ['Когда собираемся написать', 'day'],
    },
  },
  imported_contacts: {
    title: 'Ваш контакт из записей, которые были у нас до сайта',
    fields: { created_at: ['Записан', 'moment'], name: ['Имя'], email: ['Почта'], phone: ['Номер'] },
  },
  desk_notes: { title: 'Заметки о вас', fields: { created_at: ['Когда', 'moment'], text: ['Заметка'] } },
  visits: {
    title: 'Как проходили тест',
    fields: {
      began_at: ['Начали', 'moment'],
      step: ['До какого шага дошли'],
      finished: ['Дошли до конца', yesOrNo],
      language: ['Язык браузера'],
      utm_source: ['Откуда пришли'],
      utm_medium: ['Канал'],
      utm_campaign: ['Кампания'],
      referrer: ['С какого сайта'],
    },
  },
  sessions: {
    title: 'Входы в аккаунт',
    fields: {
      created_at: ['Вошли', 'moment'],
      updated_at: ['Были здесь', 'moment'],
      user_agent: ['Браузер'],
      ip: ['Адрес в сети'],
    },
  },
  factors: {
    title: 'Второй шаг входа',
    fields: { friendly_name: ['Название'], created_at: ['Добавлен', 'moment'] },
  },
  files: { title: 'Файлы', fields: { name: ['Имя файла'], created_at: ['Загружен', 'moment'] } },
} satisfies Record<string, ExportedTable>)
