import { expect, test } from 'vitest'
import { forgetTexts } from './forget.ts'
import { resultTexts } from './result.ts'

test.each([
  ['forgetting the device', forgetTexts.explain.text],
  ['starting over', resultTexts.restartNote],
])('the warning before %s names all that a visitor has made here', (_, warning) => {
  expect(warning).toMatch(/ответы, результат и\sотметки в\sчек\u2011листе/i)
})
