import type { ProductType } from '@app/domain/orders/products'
import { brand } from './brand.ts'
import { formatPhone } from './writing/phone.ts'
import { typesetLine } from './writing/typeset.ts'

/**
 * The caption of a checklist. It names neither the result nor an answer, because other people may
 * see the phone.
 */
export const checklistCaption = typesetLine(
  `Ваш чек-лист от «${brand.title}». Сохраните его и отмечайте шаги по одному, спешить не нужно. Если сообщение пришло по ошибке, просто удалите его.`,
)

/** The file's name as WhatsApp shows it. */
export const checklistFileName = 'Чек-лист «Ясный день».pdf'

/** The answer to an opt-out, sent once inside the 24-hour window. */
export const stoppedText = typesetLine(
  'Хорошо, больше не пишем. Захотите вернуться — пришлите сюда слово СТАРТ.',
)

/** The answer to a person who opts in again. */
export const restartedText = typesetLine(
  'С возвращением! Сообщения снова будут приходить. Передумаете — ответьте СТОП.',
)

/** Descriptions of WhatsApp events that are no messages, in the conversation. */
export const inboundNotes = {
  numberChanged: (digits: string) =>
    typesetLine(
      `WhatsApp сообщает: номер сменился на ${formatPhone(digits)}. Уточните, туда ли теперь писать, и поправьте номер.`,
    ),
  preference: {
    stop: typesetLine('В WhatsApp: больше не получать сообщения.'),
    start: typesetLine('В WhatsApp: снова получать сообщения.'),
  },
} as const

/**
 * The greeting in the first message of a gift, which explains the gift. Template parameters allow
 * no line breaks, and the giver is not named, because the number may be mistyped.
 */
export const giftGreeting = typesetLine(
  `вам подарили программу «${brand.title}»: пять утренних сообщений, по одному в день, и чек-лист. Если вы беременны, лечитесь или принимаете лекарства, сначала покажите его врачу. Вот первое`,
)

/** Stands where a name would in «Доброе утро, …!», because a template leaves no place empty. */
export const namelessGreeting = typesetLine('и хорошего дня')

/**
 * The prefilled texts of `wa.me` links. They have plain spaces, because they are part of an
 * address.
 */
export const chatTexts = {
  subscription: 'Здравствуйте! У меня вопрос о 5-дневной программе.',
  consultation: 'Здравствуйте! Консультация оплачена, хочу договориться о времени.',
  arranged: 'Здравствуйте! У меня вопрос о консультации.',
  paymentFailed: 'Здравствуйте! Не получается оплатить, помогите, пожалуйста.',
  paymentUnknown:
    'Здравствуйте! Деньги списались, а сайт не понял, за что. Помогите найти платёж, пожалуйста.',
  order: 'Здравствуйте! У меня вопрос о заказе.',
} as const satisfies Record<ProductType | 'arranged' | 'paymentFailed' | 'paymentUnknown' | 'order', string>
