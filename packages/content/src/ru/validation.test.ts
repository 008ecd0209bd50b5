import { numberLimits } from '@app/domain/quiz/validation'
import { expect, test } from 'vitest'
import { validationMessage } from './validation.ts'

test('the texts are those of the specification', () => {
  expect(validationMessage('required')).toBe('Это поле обязательно для заполнения')
  expect(validationMessage('email')).toBe('Введите корректный email')
  expect(validationMessage('phone')).toBe('Введите корректный номер телефона')
})

test('an empty field says what it wants, the name within the words of the specification', () => {
  const plain = (field: 'name' | 'email' | 'phone') =>
    validationMessage('required', { field }).replaceAll('\u00a0', ' ')
  expect(plain('name')).toBe('Это поле обязательно для заполнения. Напишите, как вас зовут')
  expect(plain('email')).toBe('Напишите адрес почты')
  expect(plain('phone')).toBe('Напишите номер телефона')
  expect(validationMessage('required', { ...numberLimits.height, name: 'Рост', unit: 'см' })).toMatch(/^Рост/)
})

test('what the specification has no words for is said in plain ones', () => {
  for (const code of ['email_cyrillic', 'phone_long'] as const) {
    expect(validationMessage(code)).not.toMatch(/корректный|: в этом/)
  }
  expect(validationMessage('email_cyrillic')).toMatch(/русские буквы/)
  expect(validationMessage('phone_long')).toMatch(/лишние цифры/)
})

test('without limits no placeholder is shown', () => {
  expect(validationMessage('too_small')).not.toMatch(/undefined|\{/)
  expect(validationMessage('too_big')).not.toMatch(/undefined|\{/)
})

test('a number that is refused is told both ends, which are allowed themselves', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  const said = (code: 'too_small' | 'too_big', limits: Parameters<typeof validationMessage>[1]) =>
    plain(validationMessage(code, limits))
  const height = { ...numberLimits.height, name: 'Рост', unit: 'см' }
  expect(said('too_small', height)).toBe('Значение должно быть больше 120. Рост — от 120 до 250 см')
  expect(said('too_big', height)).toBe('Значение должно быть меньше 250. Рост — от 120 до 250 см')
  expect(said('too_small', numberLimits.weight)).toBe(
    'Значение должно быть больше 30. Значение — от 30 до 300',
  )
})

test('a phone that lacks digits is told how many follow +7 when it begins so, and nothing of +7 otherwise', () => {
  expect(validationMessage('phone_short', { phone: '+7 701 123' })).toMatch(
    /^Введите корректный номер телефона\. Не\sхватает цифр: после \+7/,
  )
  expect(validationMessage('phone_short', { phone: '+123' })).toMatch(
    /^Введите корректный номер телефона\. Не\sхватает цифр$/,
  )
  expect(validationMessage('phone_short')).toMatch(/^Введите корректный номер телефона\. Не\sхватает цифр$/)
})
