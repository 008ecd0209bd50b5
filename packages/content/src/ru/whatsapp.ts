import type { ProductType } from '@app/domain/orders/products'
import { brand } from './brand.ts'
import { formatPhone } from './writing/phone.ts'
import { typesetLine } from './writing/typeset.ts'

/** The caption under a checklist. Names neither the result nor an answer, since others may see the phone. */
export const checklistCaption = typesetLine(
  `Ваш чек-лист от «${brand.title}». Сохраните его и отмечайте шаги по одному, спешить не нужно. Если сообщение пришло по ошибке, просто удалите его.`,
)

/** The file's name as WhatsApp shows it. */
export const checklistFileName = 'Чек-лист «Ясный день».pdf'

/** Answer to a person who asks to stop, sent once inside the 24-hour window. */
export const stoppedText = typesetLine(
  'Хорошо, больше не пишем. Захотите вернуться — пришлите сюда слово СТАРТ.',
)

/** Answer to a person who had stopped and wants to go on. */
export const restartedText = typesetLine(
  'С возвращением! Сообщения снова будут приходить. Передумаете — ответьте СТОП.',
)

/** What WhatsApp tells of a person beside their own words, as it stands in the conversation. */
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
 * In the place of a name in the first message of a gift, «Доброе утро, …!»: what it is, since its reader has asked for nothing. So it holds no
 * line break. The giver is not named to a number that may be mistyped.
 */
export const giftGreeting = typesetLine(
  `вам подарили программу «${brand.title}»: пять утренних сообщений, по одному в день, и чек-лист. Если вы беременны, лечитесь или принимаете лекарства, сначала покажите его врачу. Вот первое`,
)

/** Stands where a name would in «Доброе утро, …!», because a template leaves no place empty. */
export const namelessGreeting = typesetLine('и хорошего дня')

/** Prefilled in the chats that the site opens with `wa.me`. Plain spaces, since they travel in an address. */
export const chatTexts = {
  subscription: 'Здравствуйте! У меня вопрос о 5-дневной программе.',
  consultation: 'Здравствуйте! Консультация оплачена, хочу договориться о времени.',
  arranged: 'Здравствуйте! У меня вопрос о консультации.',
  paymentFailed: 'Здравствуйте! Не получается оплатить, помогите, пожалуйста.',
  paymentUnknown:
    'Здравствуйте! Деньги списались, а сайт не понял, за что. Помогите найти платёж, пожалуйста.',
  order: 'Здравствуйте! У меня вопрос о заказе.',
} as const satisfies Record<ProductType | 'arranged' | 'paymentFailed' | 'paymentUnknown' | 'order', string>
