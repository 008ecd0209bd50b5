import { numberLimits } from '@app/domain/quiz/validation'
import { expect, test } from 'vitest'
import { validationMessage } from './validation.ts'

test('the texts are those of the specification, with the limit filled in', () => {
  expect(validationMessage('required')).toBe('Это поле обязательно для заполнения')
  expect(validationMessage('too_small', numberLimits.height)).toBe('Значение должно быть больше 120')
  expect(validationMessage('too_big', numberLimits.weight)).toBe('Значение должно быть меньше 300')
  expect(validationMessage('email')).toBe('Введите корректный email')
  expect(validationMessage('phone')).toBe('Введите корректный номер телефона')
})

test('without limits no placeholder is shown', () => {
  expect(validationMessage('too_small')).not.toMatch(/undefined|\{/)
  expect(validationMessage('too_big')).not.toMatch(/undefined|\{/)
})
