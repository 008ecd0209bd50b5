import type { ValidationCode } from '@app/domain/quiz/validation'
import { typesetLine } from './writing/typeset.ts'

/** The limits of a number field (`numberLimits` of the domain), its name and its unit. */
export type Limits = { min: number; max: number; name?: string; unit?: string }

/** The contact fields with their own texts for an empty value. */
type ContactField = 'name' | 'email' | 'phone'

/** The known facts about a field: its limits, the typed phone, or the contact field. */
type FieldContext = Partial<Limits> & { phone?: string; field?: ContactField }

const requiredText = 'Это поле обязательно для заполнения'

/** The text for each empty field. The name's text starts with the specification's sentence. */
const requiredTexts: Record<ContactField, string> = {
  name: `${requiredText}. Напишите, как вас зовут`,
  email: 'Напишите адрес почты',
  phone: 'Напишите номер телефона',
}

const texts: Record<ValidationCode, (about: FieldContext) => string> = {
  required: (about) => (about.field ? requiredTexts[about.field] : (rangeText(about) ?? requiredText)),
  too_small: (about) =>
    withFieldName('Значение должно быть больше ', about.min, about) ?? 'Значение слишком маленькое',
  too_big: (about) =>
    withFieldName('Значение должно быть меньше ', about.max, about) ?? 'Значение слишком большое',
  not_a_number: () => 'Введите число цифрами',
  not_whole: () => 'Введите целое число',
  email: () => 'Введите корректный email',
  email_cyrillic: () => 'В адресе есть русские буквы, а нужны только латинские',
  phone: () => 'Введите корректный номер телефона',
  phone_short: ({ phone = '' }) => {
    const refusal = 'Введите корректный номер телефона. Не хватает цифр'
    return /^\s*\+7/.test(phone) ? `${refusal}: после +7 их десять` : refusal
  },
  phone_long: () => 'В номере есть лишние цифры',
  too_long: () => 'Слишком длинный текст, сократите его',
}

/** Adds the allowed range to the specification's sentence. */
function withFieldName(sentence: string, end: number | undefined, about: FieldContext): string | null {
  const range = rangeText(about)
  return end === undefined || !range ? null : `${sentence}${end}. ${range}`
}

/** Names both limits. */
function rangeText({ min, max, name = 'Значение', unit }: FieldContext): string | null {
  if (min === undefined || max === undefined) return null
  return [`${name} — от`, min, 'до', max, unit].filter(Boolean).join(' ')
}

/** Returns the text under a refused field (specification, section 5). */
export function validationMessage(
  code: ValidationCode,
  about: Limits | Pick<FieldContext, 'phone' | 'field'> | null = null,
): string {
  return typesetLine(texts[code](about ?? {}))
}
