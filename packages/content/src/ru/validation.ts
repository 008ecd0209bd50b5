import type { ValidationCode } from '@app/domain/quiz/validation'

/** The limits of the field being spoken of, as `numberLimits` of the domain holds them. */
export type Limits = { min: number; max: number }

const texts: Record<ValidationCode, (limits: Limits | undefined) => string> = {
  required: () => 'Это поле обязательно для заполнения',
  too_small: (limits) =>
    limits ? `Значение должно быть больше ${limits.min}` : 'Значение слишком маленькое',
  too_big: (limits) => (limits ? `Значение должно быть меньше ${limits.max}` : 'Значение слишком большое'),
  not_a_number: () => 'Введите число цифрами',
  not_whole: () => 'Введите целое число',
  email: () => 'Введите корректный email',
  phone: () => 'Введите корректный номер телефона',
  phone_short: () => 'Введите корректный номер телефона: в этом не хватает цифр, после +7 их десять',
  phone_long: () => 'Введите корректный номер телефона: в этом есть лишние цифры',
  too_long: () => 'Слишком длинный текст, сократите его',
}

/** What a person reads under a field that was refused (specification, section 5, word for word). */
export function validationMessage(code: ValidationCode, limits?: Limits): string {
  return texts[code](limits)
}
