import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { categories } from '@app/domain/result/categories'
import { expect, test } from 'vitest'
import { programMessages } from './program-messages.ts'

test.each(categories)('what is shown of %s is what is sent', (category) => {
  expect(programMessages(category)).toEqual(loadDailyMessages()[category])
})
