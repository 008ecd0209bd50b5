import { nbsp } from './typeset.ts'

/** Word forms for a count: 1 день, 2 дня, 5 дней. */
export type Forms = { one: string; few: string; many: string }

/** Created on first use, because creation takes milliseconds. */
let rules: Intl.PluralRules | undefined

/** Returns the form for `count`. Fractions take the form of 2: 1,5 дня. */
export function plural(count: number, forms: Forms): string {
  rules ??= new Intl.PluralRules('ru')
  const category = rules.select(count)
  if (category === 'one') return forms.one
  return category === 'many' ? forms.many : forms.few
}

/** Returns the number with its noun, kept on one line: «5 дней», «1,5 кг». */
export function countWithNoun(count: number, forms: Forms): string {
  return `${String(count).replace('.', ',')}${nbsp}${plural(count, forms)}`
}

export const years: Forms = { one: 'год', few: 'года', many: 'лет' }
export const days: Forms = { one: 'день', few: 'дня', many: 'дней' }
export const hours: Forms = { one: 'час', few: 'часа', many: 'часов' }
export const minutes: Forms = { one: 'минута', few: 'минуты', many: 'минут' }
export const kilograms: Forms = { one: 'кг', few: 'кг', many: 'кг' }
/** After «через» a count stands in the accusative: через 1 секунду. */
export const seconds: Forms = { one: 'секунду', few: 'секунды', many: 'секунд' }
