import { describe, expect, it } from 'vitest'
import { checkPattern } from './check-pattern.ts'

describe('a pattern that may be matched where nothing can interrupt it', () => {
  it.each(['^Бар.*к$', '(a|b)+c', String.raw`\d{4}-\d{2}-\d{2}`, String.raw`^[\w.]{1,40}@`, 'a'.repeat(200)])(
    '%s is let through',
    (pattern) => {
      expect(() => checkPattern(pattern)).not.toThrow()
    },
  )

  it.each([
    'a'.repeat(201),
    String.raw`(a*)\1b`,
    'a{1,255}',
    'a{9}{9}',
    '((a{1,10}){1,10})b',
    '(?=.*z)y',
    '((?!a)b)*',
    '(?<=a)b',
    '***=a{255}',
    '(?x)a {255}',
  ])('%s is not', (pattern) => {
    expect(() => checkPattern(pattern)).toThrow('The pattern is too costly')
  })
})
