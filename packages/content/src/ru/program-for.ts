import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import { productTexts } from './pricing.ts'
import { typeset, typesetLine } from './writing/typeset.ts'

/** The note about a duplicate program, for the payment page and the receipt. */
export const programPaidTwice = typesetLine(
  'Похоже, вы оплатили программу дважды: для этого номера такая же уже оплачена. Одновременно две не идут, чтобы сообщения не повторялись.',
)

/** `isDated`: the page shows the day, the hour and the number of the first message. */
export type NextStepsFacts = { isSignedIn: boolean; isDated: boolean }

/** The next steps of a paid program that differ from the usual ones. */
export const programForTexts: Readonly<
  Record<
    ProgramFor,
    { features: readonly string[] | null; nextSteps: (facts: NextStepsFacts) => readonly string[] }
  >
> = typeset({
  self: {
    features: null,
    nextSteps: ({ isSignedIn, isDated }) =>
      isDated
        ? productTexts.subscription.nextSteps.slice(2)
        : [
            `Сообщения придут на номер, который вы указали перед оплатой. Поменять его можно в личном кабинете${isSignedIn ? '' : ': войдите с той же почтой'}.`,
            ...productTexts.subscription.nextSteps.slice(1),
          ],
  },
  self_later: {
    features: null,
    nextSteps: () => [
      'На этот номер уже приходит ваша программа. Новая начнётся на следующее утро после всех программ, купленных для этого номера раньше, вместе с чек-листом.',
      'Когда это будет, показывает личный кабинет. Делать ничего не нужно.',
      'Если в этот день до полудня ничего не пришло, напишите в поддержку. Ответим в течение 24 часов.',
    ],
  },
  self_twice: {
    features: null,
    nextSteps: () => [
      programPaidTwice,
      'Вышло случайно? Напишите в поддержку: вернём всю сумму на ту же карту. Как это сделать, сказано и в письме об оплате.',
    ],
  },
  gift: {
    features: [
      'Сообщение в WhatsApp каждое утро, пять дней подряд',
      'Одна тема и 2–3 простых действия на день',
      'Чек-лист в первый день',
      'В личном кабинете видно, какой день у подарка',
    ],
    nextSteps: ({ isSignedIn, isDated }) => [
      'Это подарок: сообщения придут на номер, который вы указали для близкого человека. Предупредите его: вашего имени в них нет.',
      `${isSignedIn ? 'Проверьте номер в личном кабинете' : 'Войдите в личный кабинет с той же почтой и проверьте номер'}. Исправить его можно, пока первое сообщение не отправлено.`,
      ...(isDated
        ? []
        : [
            'Первое сообщение придёт туда ближайшим утром, вместе с чек-листом. Если на этот номер уже приходит другая программа, начнём на следующее утро после неё.',
          ]),
    ],
  },
})
