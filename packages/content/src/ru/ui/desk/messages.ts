import type { DeliveryFollowUp } from '@app/domain/desk/delivery'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

/** Conversations at the desk. */
export const messagesTexts = typeset({
  title: 'Сообщения',
  tabs: { waiting: 'Ждут ответа', all: 'Все', undelivered: 'Не дошли' },
  tabsLabel: 'Какие сообщения показать',
  caption: { waiting: 'Кто ждёт ответа', all: 'Вся переписка', undelivered: 'Что не дошло' },
  empty: {
    waiting: 'Все вопросы отвечены.',
    all: 'Переписки пока нет.',
    undelivered: 'Всё дошло.',
  },
  columns: { person: 'Человек', last: 'Последнее', window: 'Окно WhatsApp', action: 'Что сделать' },
  failed: {
    ...{ person: 'Человек', what: 'Что не дошло', why: 'Почему', step: 'Что сделать' },
    others: (count: number) =>
      `и ещё ${countWithNoun(count, { one: 'сообщение', few: 'сообщения', many: 'сообщений' })} раньше`,
  },
  waits: (moment: string) => `Ждёт с ${moment}`,
  windowUntil: (moment: string) => `Ответить до ${moment}`,
  windowSoon: (moment: string) => `Закроется ${moment}`,
  windowClosed: 'Закрыто: прошли сутки',
  we: 'Вы:',
  noText: 'Не текст: посмотрите в WhatsApp',
  kinds: {
    checklist: 'Чек-лист',
    daily: 'Сообщение программы',
    manual: 'Сообщение программы',
    reply: 'Автоответ',
    answer: 'Ваш ответ',
  } as Record<string, string>,
  day: (day: number) => `день ${day}`,
  answer: {
    open: 'Ответить',
    openAt: (phone: string) => `Ответить на ${phone}`,
    openGift: (phone: string) => `Ответить получателю подарка, ${phone}`,
    to: (phone: string) => `Ответ уйдёт на ${phone}`,
    toGift: (phone: string) =>
      `Ответ уйдёт получателю подарка на ${phone}. О покупателе и его здоровье здесь не пишите.`,
    from: (phone: string) => `С номера ${phone}:`,
    came: {
      nothing: '',
      more: 'Пока вы писали, пришло ещё:',
      elsewhere: 'Пока вы писали, пришло с другого номера этого человека. Ваш ответ туда не уйдёт:',
      answered:
        'Пока вы писали, на этот номер отсюда ушёл другой ответ. Посмотрите переписку на странице человека.',
      gone: 'Человек больше не ждёт: пока вы писали, ему ответили или отметили «Уже ответили».',
    },
    look: 'Понятно',
    field: 'Ответ',
    send: 'Отправить',
    cancel: 'Не отвечать',
    sent: 'Ответ отправляем.',
    closed: 'WhatsApp разрешает свободный текст сутки после сообщения человека. Напишите со своего телефона.',
    off: 'Сообщения в WhatsApp выключены в настройках.',
    optedOut: 'С этого номера написали СТОП, поэтому отсюда на него не пишем.',
    byHand: 'Написать со своего телефона',
    done: 'Уже ответили',
    marked: 'Больше не ждёт ответа.',
  },
  steps: {
    reach_otherwise: 'Напишите на почту или позвоните',
    wait_for_start: 'Подождите: вернуть сообщения может только человек, словом СТАРТ',
    ask_technician: 'Покажите технику: сообщение не принимает WhatsApp',
    write_by_hand: 'Напишите со своего телефона',
    wait_for_morning: 'Ничего: утром уйдёт ещё раз',
  } satisfies Record<DeliveryFollowUp, string>,
  mail: 'Написать письмо',
  unproven: 'номер не подтверждён',
  more: 'Показать ещё',
})
