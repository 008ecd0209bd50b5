import type { DeliveryStatus } from '@app/domain/messages/delivery'
import { countWithNoun, type Forms } from '../writing/plural.ts'
import { type Inline, link } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'

const changeForms: Forms = { one: 'ответ изменился', few: 'ответа изменились', many: 'ответов изменилось' }
const ordinals = ['второй', 'третий', 'четвёртый', 'пятый']

/** Texts of the five-day program in the buyer's cabinet. */
export const subscriptionTexts = typeset({
  title: 'Программа на 5 дней',
  note: 'Каждое утро — одно сообщение в WhatsApp.',
  checklist: 'Скачать чек-лист',
  finished: 'Все пять сообщений пришли. Перечитывайте их здесь, когда захочется.',
  /** The texts after the fifth day. */
  done: {
    title: 'Пять дней позади',
    note: 'Что получилось, остаётся с вами.',
    retest: {
      title: 'Сравните с началом',
      text: 'Пройдите тест ещё раз: покажем, что вы ответили иначе. Около 4 минут.',
      button: 'Пройти тест ещё раз',
      changed: (count: number) =>
        count === 0
          ? 'Вы прошли тест ещё раз: ответы те же.'
          : `Вы прошли тест ещё раз: ${countWithNoun(count, changeForms)}.`,
      look: 'Посмотреть ответы рядом',
    },
    consultation: {
      title: 'Разобрать с нутрициологом',
      text: 'Час разговора о вас и план на 3 месяца.',
    },
  },
  cancelled: 'Программа остановлена. Если это ошибка, напишите нам.',
  optedOut:
    'Вы попросили больше не писать в WhatsApp, поэтому сообщения остановлены. Отправьте нам слово СТАРТ — продолжим с того же дня.',
  off: 'WhatsApp временно выключен, поэтому новых сообщений нет. Когда он заработает, продолжим с того же дня.',
  withdrawn:
    'Вы остановили сообщения программы. Нажмите «Дать согласие» на вкладке «Аккаунт» — продолжим с того же дня.',
  paused:
    'Программа на паузе: мы её приостановили. Когда продолжим, следующий день придёт утром. Не знаете почему? Напишите в поддержку.',
  noPhone: 'Нам некуда писать: добавьте номер WhatsApp на вкладке «Аккаунт».',
  unreached:
    'Не доставлено: проверьте номер. Возможно, в нём ошибка, он сменился или на нём нет WhatsApp. Исправьте номер, и программа продолжится с того же дня.',
  /** The note for a buyer whose number is right. */
  numberIsRight: (invId: number, supportWhatsapp: string): Inline[] => [
    'Номер верный? ',
    link(
      'Напишите в поддержку',
      `https://wa.me/${supportWhatsapp}?text=${encodeURIComponent(`Здравствуйте! Не доходят сообщения, заказ № ${invId}.`)}`,
    ),
    ', мы поможем.',
  ],
  failed: 'Программа не загрузилась. Проверьте связь и попробуйте ещё раз.',
  retry: 'Попробовать ещё раз',
  notSent: 'Ещё не отправлено',
  /** The titles of several programs. */
  own: 'Ваша программа',
  order: (invId: number) => `Заказ № ${invId}`,
  gift: {
    /** `nth`: the position among this buyer's gifts to that number. */
    title: (phone: string | null, nth: number) => {
      if (phone === null) return 'Подарок'
      return `Подарок на ${phone}${nth > 1 ? `, ${ordinals[nth - 2] ?? `${nth}-й`}` : ''}`
    },
    /** The note below each program, because the account's switch stops them all. */
    stop: (invId: number, supportWhatsapp: string): Inline[] => [
      'Остановить только этот подарок или вернуть за него деньги: ',
      link(
        'напишите в поддержку',
        `https://wa.me/${supportWhatsapp}?text=${encodeURIComponent(`Здравствуйте! Хочу остановить подарок, заказ № ${invId}.`)}`,
      ),
      '. ',
      link('Как возвращаются деньги', '/terms#refund'),
      '.',
    ],
    finished: 'Все пять сообщений отправлены.',
    optedOut:
      'С этого номера нас попросили больше не писать, поэтому сообщения ждут. Продолжим, когда оттуда отправят слово СТАРТ.',
    noPhone: 'Подарку некуда приходить: укажите номер.',
    unreached:
      'Не доставлено: проверьте номер, на который дарите. Возможно, в нём ошибка, он сменился или на нём нет WhatsApp. Исправьте номер, и подарок продолжится с того же дня.',
    begins: {
      soon: (time: string) =>
        `Первое сообщение придёт ближайшим утром в ${time}, по времени Алматы. Если этому человеку уже приходит другая программа, начнём на следующее утро после неё.`,
      late: 'Первое сообщение ещё не пришло. Если этому человеку уже приходит другая программа, начнём на следующее утро после неё. Если нет, напишите в поддержку.',
      afterOwn: (date: string | null, time: string) =>
        date === null
          ? 'Этот подарок начнётся на следующее утро после всего, что вы купили для этого номера раньше.'
          : `Этот подарок начнётся после другого вашего подарка на тот же номер: ${date} в ${time}, по времени Алматы.`,
    },
  },
  mend: {
    open: 'Исправить номер',
    field: { own: 'Ваш номер WhatsApp', gift: 'Номер WhatsApp того, кому дарите' },
    hint: 'Исправить можно, пока первое сообщение не отправлено.',
    /** The note when the new number becomes the account's number. */
    hintAccount: 'Этот номер станет и номером вашего аккаунта.',
    submit: 'Сохранить номер',
    cancel: 'Оставить как есть',
    saved: 'Номер исправили.',
    sameNumber: 'На этот номер сообщение не дошло. Укажите другой.',
    ownNumber: 'Это ваш номер. Для подарка укажите другой номер.',
  },
  dayOf: (day: number, days: number) => `День ${day} из ${days}`,
  day: (day: number) => `День ${day}`,
  writesTo: (phone: string) => `Номер для сообщений: ${phone}.`,
  changePhone: ['Поменять его можно ', link('на вкладке «Аккаунт»', '/profile?tab=account'), '.'],
  stop: [
    'Остановить сообщения можно ',
    link('на вкладке «Аккаунт»', '/profile?tab=account'),
    ', кнопкой «Отозвать».',
  ],
  stopAll: [
    'Остановить сообщения всех программ сразу можно ',
    link('на вкладке «Аккаунт»', '/profile?tab=account'),
    ', кнопкой «Отозвать».',
  ],
  /** The text when the hour has come without the message. */
  thisMorning: (until: string) =>
    `Следующее сообщение придёт сегодня до ${until}, по времени Алматы. Не успеем — пришлём завтра утром.`,
  /** `theme`: the theme of the day; null for a gift, whose content only its reader sees. */
  next: (date: string, time: string, theme: string | null) =>
    `Следующее сообщение${theme ? `, «${theme}»,` : ''} придёт ${date} в ${time}, по времени Алматы.`,
  begins: {
    soon: (time: string) => `Первое сообщение придёт ближайшим утром в ${time}, по времени Алматы.`,
    late: 'Первое сообщение ещё не пришло. Если вам уже приходит программа, которую подарил кто-то другой, начнём на следующее утро после неё. Если нет, напишите в поддержку.',
    afterOwn: (date: string | null, time: string) =>
      date === null
        ? 'Эта программа начнётся на следующее утро после всех, что вы купили для этого номера раньше.'
        : `Эта программа начнётся после другой вашей программы на тот же номер: ${date} в ${time}, по времени Алматы.`,
  },
  statuses: {
    queued: 'Отправляем',
    sent: 'Отправлено',
    delivered: 'Доставлено',
    read: 'Прочитано',
    failed: 'Не доставлено',
  } satisfies Partial<Record<DeliveryStatus, string>>,
} as const)
