import { expect, test } from 'vitest'
import { laterQuizTexts } from './quiz-later.ts'

const { contact } = laterQuizTexts

test.each([
  [['email'], false, 'Проверьте отмеченное поле: почта.'],
  [['name', 'phone'], false, 'Проверьте отмеченные поля: имя, телефон.'],
  [['email'], true, 'Проверьте отмеченное поле: почта. Ещё нужно отметить согласие на обработку данных.'],
] as const)('what is wrong with %j, the consent missing: %j', (fields, isConsentMissing, words) => {
  expect(
    contact
      .errors(isConsentMissing, ...fields.map((field) => contact.wrong[field]))
      .replaceAll('\u00a0', ' '),
  ).toBe(words)
})

test('where the consent alone is missing, nothing is said of fields', () => {
  expect(contact.consentMissing).toMatch(/согласие/)
  expect(contact.consentMissing).not.toMatch(/пол[яе]/)
})
