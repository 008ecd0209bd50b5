import type { DeliveryStatus } from '@app/domain/messages/delivery'
import { link } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'

/** The five-day program as its buyer sees it in the cabinet. */
export const subscriptionTexts = typeset({
  title: 'Программа на 5 дней',
  note: 'Каждое утро — одно сообщение в WhatsApp.',
  today: 'Сообщение дня',
  checklist: 'Скачать чек-лист',
  finished: 'Все пять сообщений пришли. Перечитывайте их здесь, когда захочется.',
  cancelled: 'Программа остановлена. Если это ошибка, напишите нам.',
  optedOut:
    'Вы попросили больше не писать в WhatsApp, поэтому сообщения остановлены. Отправьте нам слово СТАРТ — продолжим с того же дня.',
  off: 'WhatsApp временно выключен, поэтому новых сообщений нет. Когда он заработает, продолжим с того же дня.',
  withdrawn:
    'Вы остановили сообщения программы. Разрешите их на вкладке «Аккаунт» — продолжим с того же дня.',
  paused: 'Программа на паузе: мы её приостановили. Когда продолжим, следующий день придёт утром.',
  noPhone: 'Нам некуда писать: добавьте номер WhatsApp на вкладке «Аккаунт».',
  failed: 'Программа не загрузилась. Проверьте связь и попробуйте ещё раз.',
  retry: 'Попробовать ещё раз',
  notSent: 'Ещё не отправлено',
  dayOf: (day: number, days: number) => `День ${day} из ${days}`,
  day: (day: number) => `День ${day}`,
  writesTo: (phone: string) => `Номер для сообщений: ${phone}.`,
  changePhone: ['Поменять его можно ', link('на вкладке «Аккаунт»', '/profile?tab=account'), '.'],
  next: (date: string, time: string) => `Следующее сообщение — ${date} в ${time}, по времени Алматы.`,
  statuses: {
    queued: 'Отправляем',
    sent: 'Отправлено',
    delivered: 'Доставлено',
    read: 'Прочитано',
    failed: 'Не доставлено',
  } satisfies Partial<Record<DeliveryStatus, string>>,
} as const)
