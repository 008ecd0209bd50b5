import { typeset } from './writing/typeset.ts'

type BeforeAfter = { id: string; title: string; before: string; after: string }

/**
 * Stories of real clients, which the owner provides. They speak of days, because promised kilograms
 * would be a medical promise. `reviews.ts` explains the examples.
 */
type BeforeAfterSection = {
  title: string
  note: string
  /** True when only the sandbox shows the stories, as examples. */
  areExamples: boolean
  stories: readonly BeforeAfter[]
}

export const beforeAfterSection: BeforeAfterSection = typeset({
  title: 'До и после: как может измениться день',
  note: 'Это примеры, а не истории реальных людей. У каждого свой темп, и мы не обещаем результат.',
  areExamples: true,
  stories: [
    {
      id: 'morning',
      title: 'Утро и обед',
      before: 'Кофе вместо завтрака, обед когда получится, к четырём часам дня нужна шоколадка.',
      after: 'Яйца или творог утром, обед в перерыв. Шоколадка осталась, но после еды и по желанию.',
    },
    {
      id: 'night',
      title: 'Вечер и сон',
      before: 'Ужин на бегу, телефон до полуночи, подъём по третьему будильнику.',
      after: 'Ужин за три часа до сна, телефон в другой комнате, будильник один и тот же каждый день.',
    },
  ],
})
