import type { PayOff } from '@app/domain/quiz/pay-off'
import { optionTexts } from './options.ts'
import { counted } from './writing/plural.ts'
import { typesetLine } from './writing/typeset.ts'

/** In the accusative, after «записали». */
const complaints = { one: 'жалобу', few: 'жалобы', many: 'жалоб' }

/** What stands above a question: an answer said back, and what it is for. */
export function payOffText(payOff: PayOff): string {
  switch (payOff.kind) {
    case 'measured': {
      const { height, weight } = payOff
      return typesetLine(
        `Записали: ${height} см и ${String(weight).replace('.', ',')} кг. Больше чисел не будет.`,
      )
    }
    case 'issues':
      return typesetLine(
        payOff.count === 0
          ? 'Записали: ничего не беспокоит. Посмотрим на привычки.'
          : `Записали ${counted(payOff.count, complaints)}. Разбор составим по всем ответам вместе.`,
      )
    case 'goal':
      return typesetLine(
        `Полпути. Ваша цель — «${optionTexts.goals[payOff.goal].label}», учтём её в разборе.`,
      )
  }
}
