import type { Marks } from '@app/contracts/desk/person'
import { expect, test } from 'vitest'
import { undoMarks } from './undo-marks.ts'

const was: Marks = { status: 'talking', tags: ['вечер'], nextContactOn: '2026-12-01', answeredAt: null }

test.each([
  [{ status: 'client' }, { status: 'talking' }],
  [{ nextContactOn: null }, { nextContactOn: '2026-12-01' }],
  [{ addTag: 'утро' }, { removeTag: 'утро' }],
  [{ removeTag: 'вечер' }, { addTag: 'вечер' }],
] as const)('%j is taken back by %j, and by nothing else', (change, undo) => {
  expect(undoMarks(change, was)).toEqual(undo)
})

test('what changed nothing is not taken back', () => {
  expect(undoMarks({ addTag: 'вечер' }, was)).toBeNull()
  expect(undoMarks({ answered: true }, was)).toBeNull()
})
