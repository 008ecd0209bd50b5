import { freshSignInMs as freshForStaff } from '@app/domain/auth/admission'
import { expect, test } from 'vitest'
import { freshForMs } from './find-caller.ts'

test('a proof is as fresh for deleting an account as for what the staff do', () => {
  expect(freshForMs).toBe(freshForStaff)
})
