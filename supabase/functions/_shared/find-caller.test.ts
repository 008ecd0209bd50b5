import { freshForMs as freshForAdministrators } from '@app/domain/auth/admission'
import { expect, test } from 'vitest'
import { freshForMs } from './find-caller.ts'

test('a proof is as fresh for deleting an account as for what administrators do', () => {
  expect(freshForMs).toBe(freshForAdministrators)
})
