import type { FactValue, JournalAction, JournalFact } from '@app/domain/desk/journal'
import { formatMoment, formatShortDay } from '../../writing/date.ts'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'
import { recordWords } from '../record-words.ts'
import { moneyTexts } from './money.ts'
import { deskTexts } from './shell.ts'

const sessionForms = { one: 'вход', few: 'входа', many: 'входов' }
const tryForms = { one: 'раз', few: 'раза', many: 'раз' }
const rowForms = { one: 'строка', few: 'строки', many: 'строк' }
const messageForms = { one: 'сообщение', few: 'сообщения', many: 'сообщений' }

/** Texts of the audit journal. */
export const journalTexts = typeset({
  title: 'Журнал',
  lead: 'Кто что сделал и чьи ответы смотрел, новое сверху. Записи нельзя изменить и удалить; через три года они уходят сами. Самих ответов здесь нет.',
  caption: 'Что делали те, кто здесь работает',
  columns: { at: 'Когда', who: 'Кто', action: 'Что', whom: 'С кем', change: 'Было и стало' },
  who: 'Кто',
  everybody: 'все',
  former: (name: string) => `${name} (уже не работает)`,
  only: (name: string) => `Только: ${name}`,
  showAll: 'Показать всех',
  open: 'Журнал по этому человеку',
  none: 'Записей нет.',
  more: 'Показать ещё',
  gone: 'аккаунта больше нет',
  unknown: 'не известно',
  programs: { service: 'Тот, кто обслуживает сервер', server: 'Сервер', command: 'Команда на сервере' },
  change: (before: string, after: string) => `${before} → ${after}`,
  actions: {
    person_read: 'Искали заказы или программу человека',
    lead_accepted: 'Приняли заявку, похожую на робота',
    message_sent_by_hand: 'Отправили сообщение вручную',
    program_reset: 'Начали программу заново',
    messages_triggered: 'Запустили рассылку дня',
    sign_in_refused: 'Вход не удался: неверный код или пароль',
    second_factors_reset: 'Сбросили второй шаг входа',
    answers_read: 'Смотрели ответы теста',
    person_changed: 'Изменили отметки',
    person_exported: 'Скачали данные человека',
    rows_exported: 'Выгрузили список',
    contacts_imported: 'Перенесли контакты из файла',
    import_undone: 'Отменили импорт контактов',
    person_erased: 'Удалили человека',
    registry_compared: 'Сверили реестр платежей',
    staff_appointed: 'Дали роль',
    staff_dismissed: 'Забрали роль',
    added: 'Записали заметку',
    removed: 'Удалили заметку',
    checklist_sent: 'Прислали чек-лист ещё раз',
    signed_out: 'Завершили входы человека',
    program_pause: 'Поставили программу на паузу',
    program_resume: 'Продолжили программу',
    program_begin: 'Перенесли программу на другой день',
    program_repeat: 'Прислали день программы ещё раз',
    refunded: 'Отметили возврат',
    consultation_arrange: 'Назначили консультацию',
    consultation_hold: 'Отметили, что консультация прошла',
    consultation_unhold: 'Вернули консультацию в назначенные',
    consultation_release: 'Сняли время консультации',
    signed_in: 'Вошли',
    sessions_ended: 'Входы закончились',
    account_deleted: 'Аккаунт удалён',
    second_factor_shown: 'Подтвердили вход кодом из приложения',
    second_factor_added: 'Добавили приложение для входа',
    second_factor_removed: 'Убрали приложение для входа',
    passkey_added: 'Добавили ключ доступа',
    passkey_removed: 'Убрали ключ доступа',
    password_changed: 'Сменили пароль',
    password_removed: 'Убрали пароль',
    email_changed: 'Сменили почту аккаунта',
    administrator_appointed: 'Дали роль владелицы',
    administrator_removed: 'Забрали роль владелицы',
    assistant_appointed: 'Дали роль помощника',
    assistant_removed: 'Забрали роль помощника',
    technician_appointed: 'Дали роль техника',
    technician_removed: 'Забрали роль техника',
    order_refunded: 'Отметили возврат',
    other: 'Другое',
  } satisfies Record<JournalAction, string>,
  facts: {
    status: 'Статус',
    tags: 'Меток',
    nextContactOn: 'Связаться',
    state: 'Состояние',
    day: 'День программы',
    paused: 'На паузе',
    startsAt: 'Время',
    role: 'Роль',
    email: 'Почта',
  } satisfies Record<JournalFact, string>,
  /** The status that the product derives itself. */
  ownStatus: 'сам по себе',
  empty: 'нет',
  yes: 'да',
  no: 'нет',
  details: {
    order: (invId: number) => `заказ № ${invId}`,
    day: (day: number) => (day === 0 ? 'до первого дня' : `день ${day}`),
    sessions: (count: number) => countWithNoun(count, sessionForms),
    rows: (count: number) => countWithNoun(count, rowForms),
    differences: (count: number) => `расхождений: ${count}`,
    queued: (count: number) => countWithNoun(count, messageForms),
    times: (times: number) => `${countWithNoun(times, tryForms)} за час`,
    answered: 'ответ больше не нужен',
    unanswered: 'ответ снова нужен',
  },
  methods: {
    password: 'по паролю',
    otp: 'по коду из письма',
    totp: 'кодом из приложения',
    passkey: 'ключом доступа',
    recovery: 'по письму для нового пароля',
  } as Record<string, string>,
  reads: { orders: 'заказы', programs: 'программа' } as Record<string, string>,
  views: {
    people: 'люди',
    orders: 'заказы',
    messages: 'сообщения',
    undelivered: 'что не дошло',
  } as Record<string, string>,
  formats: { csv: 'CSV', xlsx: 'Excel' } as Record<string, string>,
})

const states: Readonly<Record<string, string>> = {
  ...recordWords.order,
  ...recordWords.program,
  ...moneyTexts.consultations.states,
}
const roles: Readonly<Record<string, string>> = deskTexts.roles
const statuses: Readonly<Record<string, string>> = recordWords.status

/** Formats the value of a fact, before or after the change. */
export function journalFactText(fact: JournalFact, value: FactValue, now: Date): string {
  if (value === null) return fact === 'status' ? journalTexts.ownStatus : journalTexts.empty
  if (typeof value === 'boolean') return value ? journalTexts.yes : journalTexts.no
  if (typeof value === 'number') return String(value)
  switch (fact) {
    case 'status':
      return statuses[value] ?? value
    case 'role':
      return roles[value] ?? value
    case 'state':
      return states[value] ?? value
    case 'nextContactOn':
      return formatShortDay(value, now)
    case 'startsAt':
      return formatMoment(new Date(value))
    default:
      return value
  }
}
