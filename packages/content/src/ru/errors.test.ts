import { errorCodes } from '@app/contracts/error-codes'
import { expect, test } from 'vitest'
import { authErrorText } from './auth-errors.ts'
import { apiErrorTexts, checklistMessages, paymentErrorTexts, profileErrorTexts } from './errors.ts'
import { panelErrorTexts } from './panel-errors.ts'

test('every refusal of the API has a sentence of its own', () => {
  const texts = errorCodes.map((code) => apiErrorTexts[code])
  expect(new Set(texts).size).toBe(errorCodes.length)
  for (const text of texts) expect(text).toMatch(/^[А-ЯЁ].+\.$/)
})

test('the catalogue keeps the exact words of the specification', () => {
  expect(profileErrorTexts.loadFailed).toBe('Ошибка при загрузке данных профиля')
  expect(checklistMessages).toEqual({
    sent: 'Чек\u2011лист отправлен в\u00a0WhatsApp!',
    sendFailed: 'Ошибка при отправке в WhatsApp. Попробуйте позже.',
    phoneUpdated: 'Номер телефона обновлен успешно!',
    phoneUpdateFailed: 'Ошибка при обновлении номера телефона',
  })
  expect(paymentErrorTexts).toEqual({
    unknownProduct: 'Ошибка определения продукта',
    failed: 'Оплата не прошла',
  })
  expect(panelErrorTexts.apiStatus(503)).toBe('Production API responded with status: 503')
  expect(panelErrorTexts.dailyMessagingStatus(404, '{"code":"not_found"}')).toBe(
    'Daily Messaging endpoint responded with status: 404 {"code":"not_found"}',
  )
})

test.each([
  [{ code: 'otp_expired', message: 'Token has expired or is invalid' }, /^Код неверный/],
  [{ code: 'invalid_credentials' }, /^Почта или пароль/],
  [
    {
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 42 seconds.',
    },
    /через 42\u00a0секунды\.$/,
  ],
  [
    { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    /^Письмо уже отправлено\. Проверьте/,
  ],
  [{ code: 'weak_password', reasons: ['length', 'characters'] }, /длиннее, добавьте буквы/],
  [
    { code: 'weak_password', reasons: ['pwned'] },
    /^Пароль слишком простой: такой пробуют первым, выберите другой\.$/,
  ],
  [{ code: 'weak_password', reasons: ['personal'] }, /^Пароль слишком простой: в\u00a0нём ваш адрес почты/],
  [{ code: 'weak_password', reasons: ['from_the_future'] }, /^Пароль слишком простой\. Придумайте/],
  [{ status: 429, message: 'Too many requests' }, /^Слишком много попыток/],
  [{ status: 503, message: '{}' }, /не\u00a0отвечает/],
  [{ status: 0, message: 'Failed to fetch' }, /не\u00a0отвечает/],
  [{ code: 'link_elsewhere' }, /только в\u00a0том браузере/],
  [{ code: 'toString', status: 400 }, /^Войти не\u00a0получилось/],
  [{}, /^Войти не\u00a0получилось.*поддержку\.$/],
  [{ code: 'new_one', message: 'Something new' }, /^Войти не\u00a0получилось.*\(Something new\)$/],
])('signing in refused by %o is explained in Russian', (refusal, text) => {
  expect(authErrorText(refusal)).toMatch(text)
})
