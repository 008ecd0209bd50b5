import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { typesetLine } from './writing/typeset.ts'

/**
 * Texts that the specification quotes for what a person reads, by its section, as they are written there. `e2e/quoted.spec.ts` and the panel's
 * journeys read them off the screen.
 */
const quotedTexts = {
  2: [
    'Войти в аккаунт',
    'Подтвердите email',
    'Отправляем...',
    'Ошибка определения продукта',
    'Оплата не прошла',
    'Oops! Page not found',
    'Something went wrong',
    "We're sorry, but something unexpected happened. Please try refreshing the page.",
    'Refresh Page',
    'Try Again',
    'Test All Endpoints',
    'Show Debug Info',
    'Generate Test Data',
    'Test Production API',
    'Test Daily Messaging',
    'Modified',
    'Generate Signed Payload',
    'No test results to export',
    'No test results yet. Run some tests to see results here.',
  ],
  4: [
    'Отправляем код подтверждения на ваш email...',
    'Код подтверждения отправлен на ваш email',
    'Новый код подтверждения отправлен на ваш email',
  ],
  5: [
    'Значение должно быть больше ',
    'Значение должно быть меньше ',
    'Это поле обязательно для заполнения',
    'Введите корректный email',
    'Введите корректный номер телефона',
  ],
  8: [
    'Ошибка при загрузке данных профиля',
    'Данные профиля не найдены. Пройдите тест сначала.',
    'Произошла ошибка при загрузке данных',
    'Данные профиля не найдены.',
    'subcategory unavailable',
    'next steps unavailable',
    'Ошибка при отправке в WhatsApp. Попробуйте позже.',
    'Ошибка при обновлении номера телефона',
    'Номер телефона обновлен успешно!',
    'useAnalytics must be used within an AnalyticsProvider',
    'Production API is not accessible: ',
    'Production API responded with status: ',
    'Daily Messaging endpoint responded with status: ',
    'Daily Messaging endpoint is not accessible',
    'Database connection failed: ',
    'Schema check failed: ',
    'RLS test error: ',
    'PostHog not available in this environment',
    'Test error logged!',
    'Webhook test failed',
    'API test failed',
  ],
} as const

const root = path.resolve(import.meta.dirname, '../../../..')

/** What the site is made of: texts, pages and the rules that speak. */
const sources = ['packages/content/src', 'packages/domain/src', 'apps/web/src']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  )
  .join('\n')

describe.each(Object.entries(quotedTexts))('section %s of the specification', (_, texts) => {
  test.each([...texts])('%s is said, and set as it is written', (text) => {
    expect(sources).toContain(text)
    expect(typesetLine(text)).toBe(text)
  })
})
