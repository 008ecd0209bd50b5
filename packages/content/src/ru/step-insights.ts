import type { StepInsight } from '@app/domain/quiz/step-insight'
import { optionTexts } from './options.ts'
import { countWithNoun } from './writing/plural.ts'
import { typesetLine } from './writing/typeset.ts'

/** The accusative, after «записали». */
const complaintForms = { one: 'жалобу', few: 'жалобы', many: 'жалоб' }

/** Returns the text of an insight: an answer repeated, and its use. */
export function stepInsightText(insight: StepInsight): string {
  switch (insight.kind) {
    case 'measured': {
      const { height, weight } = insight
      return typesetLine(
        `Записали: ${height} см и ${String(weight).replace('.', ',')} кг. Больше чисел не будет.`,
      )
    }
    case 'issues':
      return typesetLine(
        insight.count === 0
          ? 'Записали: ничего не беспокоит. Посмотрим на привычки.'
          : `Записали ${countWithNoun(insight.count, complaintForms)}. Разбор составим по всем ответам вместе.`,
      )
    case 'goal':
      return typesetLine(
        `Полпути. Ваша цель — «${optionTexts.goals[insight.goal].label}», учтём её в разборе.`,
      )
  }
}
