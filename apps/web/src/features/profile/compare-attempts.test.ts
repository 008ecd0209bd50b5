import { aigerim } from '@app/testing/people'
import { expect, test } from 'vitest'
import { compareAttempts } from './compare-attempts.ts'

const { answers } = aigerim

test('two attempts alike differ in nothing', () => {
  expect(compareAttempts(answers, { ...answers })).toEqual([])
})

test('what was answered otherwise is told in the words of both, in the order of the questions', () => {
  const later = { ...answers, sleepFeeling: '1', weight: 79, healthIssues: ['fatigue'] } as const
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  const told = compareAttempts(answers, { ...later, healthIssues: ['fatigue'] }).map(
    ({ id, before, after }) => [id, plain(before), plain(after)],
  )
  expect(told).toEqual([
    ['weight', '82,5 кг', '79 кг'],
    ['health-issues', 'Усталость, нет сил; отёки; пищеварение; щитовидная железа', 'Усталость, нет сил'],
    ['sleep-feeling', 'Усталость, будто не было ночи', 'Обычно нормально'],
  ])
})

test('a question that only one attempt has an answer to is not compared', () => {
  const { beforeMenstruation: _, ...others } = answers
  expect(compareAttempts(others, answers)).toEqual([])
})
