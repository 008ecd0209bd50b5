import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

test('an error is described by its name, words and place', () => {
  const described = describeError(new TypeError('x is not a function'))

  expect(described).toMatchObject({ name: 'TypeError', message: 'x is not a function' })
  expect(described.stack).toMatch(/^at /)
})

test('what PostgreSQL quotes of a value is not kept', () => {
  const error = Object.assign(new Error('duplicate key (email)=(aigerim@example.com)'), { code: '23505' })

  expect(JSON.stringify(describeError(error))).not.toContain('aigerim')
  expect(describeError(error)).toMatchObject({ code: '23505' })
})

test('why a database is away is kept', () => {
  const error = Object.assign(new Error('the database is away: connect ECONNREFUSED'), {
    severity: 'ERROR',
    code: '08001',
  })

  expect(describeError(error)).toMatchObject({ code: '08001', message: error.message })
})

test('what JSON.parse quotes of a body is not kept', () => {
  let error: unknown
  try {
    JSON.parse('{"name": "Айгерим"')
  } catch (thrown) {
    error = thrown
  }

  expect(error).toBeInstanceOf(SyntaxError)
  expect(JSON.stringify(describeError(error))).not.toContain('Айгерим')
})

test('something thrown that is no error tells only its kind', () => {
  expect(describeError('aigerim@example.com')).toEqual({ name: 'string', stack: '' })
})
