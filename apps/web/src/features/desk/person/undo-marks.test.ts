import type { Marks } from '@app/contracts/desk/person'
import { expect, test } from 'vitest'
import { undoMarks } from './undo-marks.ts'

const before: Marks = { status: 'talking', tags: ['вечер'], nextContactOn: '2026-12-01', answeredAt: null }

test.each([
  [{ status: 'client' }, { status: 'talking', expected: { status: 'client' } }],
  [{ nextContactOn: null }, { nextContactOn: '2026-12-01', expected: { nextContactOn: null } }],
  [{ addTag: 'утро' }, { removeTag: 'утро' }],
  [{ removeTag: 'вечер' }, { addTag: 'вечер' }],
] as const)('%j is taken back by %j, and by nothing else', (change, undo) => {
  expect(undoMarks(change, { before, after: { ...before, ...change } })).toEqual(undo)
})

test('what changed nothing is not taken back', () => {
  expect(undoMarks({ addTag: 'вечер' }, { before, after: before })).toBeNull()
  expect(undoMarks({ answered: true }, { before, after: before })).toBeNull()
})
