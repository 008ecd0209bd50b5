import { typeset } from './writing/typeset.ts'

/** The practice's name and description, for everything that shows a title. */
export const brand = typeset({
  title: 'Ясный день',
  tagline: 'Питание и самочувствие без крайностей',
  description:
    'Бесплатный тест о питании, сне и самочувствии: около 4 минут — и вы знаете, с какого шага начать.',
} as const)

/** The name in Latin letters, which passwords must not contain. */
export const latinNames = ['yasnyden', 'clearday'] as const
