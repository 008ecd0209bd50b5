import { typeset } from './writing/typeset.ts'

/** The practice's name and how it introduces itself. Everything that shows a title reads it from here. */
export const brand = typeset({
  title: 'Ясный день',
  tagline: 'Питание и самочувствие без крайностей',
  description:
    'Бесплатный тест о питании, сне и самочувствии: около 4 минут — и вы знаете, с какого шага начать.',
} as const)

/** The name in Latin letters, as people and guessers spell it. */
export const latinNames = ['yasnyden', 'clearday'] as const
