import { expect, test } from 'vitest'
import { languageName } from './language-name.ts'

test.each([
  ['ru', 'русский'],
  ['kk', 'казахский'],
  ['xx', 'xx'],
  ['-', '-'],
])('%s is called %s', (code, name) => expect(languageName(code)).toBe(name))
