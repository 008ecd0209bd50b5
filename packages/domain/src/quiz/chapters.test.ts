import { expect, test } from 'vitest'
import { chapterOf, halfwayAt, stepsPerChapter } from './chapters.ts'
import { startQuiz } from './machine.ts'
import { steps, visibleSteps } from './steps.ts'

const woman = { ...startQuiz().answers, gender: 'female' } as const
const man = { ...startQuiz().answers, gender: 'male' } as const

test('the questions stand in three chapters, one after another', () => {
  const inOrder = steps.map(({ id }) => chapterOf(id))
  expect(inOrder.filter((chapter, at) => chapter !== inOrder[at - 1])).toEqual([
    null,
    'body',
    'emotions',
    'habits',
    null,
  ])
  expect(chapterOf('dilated-pupils')).toBe('body')
  expect(chapterOf('before-menstruation')).toBe('emotions')
  expect(chapterOf('consultation')).toBe('habits')
})

test.each([woman, man, startQuiz().answers])('the chapters share the line among all steps', (answers) => {
  const { body, emotions, habits } = stepsPerChapter(answers)
  expect(body + emotions + habits).toBe(visibleSteps(answers).length)
})

test.each([
  [woman, 'eye-whites-color', { answered: 12, total: 23 }],
  [man, 'sleep-feeling', { answered: 11, total: 22 }],
] as const)('half way is told once, with what is behind and ahead', (answers, stepId, counts) => {
  const told = steps.filter((step) => halfwayAt({ stepId: step.id, answers }))
  expect(told.map(({ id }) => id)).toEqual([stepId])
  expect(halfwayAt({ stepId, answers })).toEqual({
    ...counts,
    ahead: ['body', 'emotions', 'habits'],
    minutes: 2,
  })
})
