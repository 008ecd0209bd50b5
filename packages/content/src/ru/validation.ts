import type { ValidationCode } from '@app/domain/quiz/validation'
import { typesetLine } from './typeset.ts'

/** The limits of the field being spoken of, as `numberLimits` of the domain holds them, and what it is measured in. */
export type Limits = { min: number; max: number; unit?: string }

const texts: Record<ValidationCode, (limits: Limits | undefined) => string> = {
  required: () => 'Это поле обязательно для заполнения',
  too_small: (limits) => (limits ? within(limits) : 'Значение слишком маленькое'),
  too_big: (limits) => (limits ? within(limits) : 'Значение слишком большое'),
  not_a_number: () => 'Введите число цифрами',
  not_whole: () => 'Введите целое число',
  email: () => 'Введите корректный email',
  phone: () => 'Введите корректный номер телефона',
  phone_short: () => 'Введите корректный номер телефона: в этом не хватает цифр, после +7 их десять',
  phone_long: () => 'Введите корректный номер телефона: в этом есть лишние цифры',
  too_long: () => 'Слишком длинный текст, сократите его',
}

/** Both ends at once, since both are allowed. */
function within({ min, max, unit }: Limits): string {
  return ['Значение должно быть от', min, 'до', max, unit].filter(Boolean).join(' ')
}

/** What a person reads under a field that was refused (specification, section 5). */
export function validationMessage(code: ValidationCode, limits?: Limits): string {
  return typesetLine(texts[code](limits))
}
