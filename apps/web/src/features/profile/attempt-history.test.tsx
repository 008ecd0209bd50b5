import type { QuizAnswers } from '@app/domain/quiz/answers'
import { classifyResult } from '@app/domain/result/result'
import { aigerim, timur } from '@app/testing/people'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AttemptHistory } from './attempt-history.tsx'
import type { Profile } from './profile.ts'

/** Complains of nothing. */
const healthy: QuizAnswers = {
  ...timur.answers,
  ...{ height: 181, weight: 74, dietAttempts: 'never', unusualCravings: '0', stopEatingSweets: '0' },
  ...{ doingEverythingRight: '0', whenHungryChoose: '0', whenBreakdownsHappen: '0' },
}

function attempt(id: string, answers: QuizAnswers, day: string, time = '10:00'): Profile {
  const lead = { id, ownership: 'own', createdAt: `${day}T${time}:00Z` } as const
  return { name: null, answers, judged: { answers, result: classifyResult(answers) }, lead, attemptId: id }
}

const well = attempt('1', healthy, '2026-11-22')
const worn = attempt('2', aigerim.answers, '2026-11-20')

/** What is read, without what it is made of. */
function wordsOf(history: React.ReactNode): string {
  return renderToStaticMarkup(history)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
    .replaceAll('\u00a0', ' ')
}

test('every attempt is named as its own answers allow', () => {
  const words = wordsOf(<AttemptHistory newest={well} earlier={[worn]} />)
  expect(words).toContain('|По ответам всё хорошо. ')
  expect(words).toContain('|Обмену веществ нужна поддержка. Накопилась нагрузка: бережём силы|')
  expect(words).not.toContain('[object')
  expect(words.match(/нужна поддержка/g)).toHaveLength(1)
})

test('what was said then stands before what is said now', () => {
  const words = wordsOf(<AttemptHistory newest={well} earlier={[worn]} />)
  expect(words).toMatch(/Было: \|82,5 кг\|→\|Стало: \|74 кг/)
})

test('one that has just been finished says so, and one alone has no history', () => {
  const finished = { ...well, lead: null }
  expect(wordsOf(<AttemptHistory newest={finished} earlier={[worn]} />)).toContain('|Только что|')
  expect(renderToStaticMarkup(<AttemptHistory newest={finished} earlier={[]} />)).toBe('')
})

test('two of one day are told apart by the hour, and one of another day needs none', () => {
  const again = attempt('3', aigerim.answers, '2026-11-22', '04:30')
  const words = wordsOf(<AttemptHistory newest={well} earlier={[again, worn]} />)
  expect(words.match(/\d+ ноября 2026 г\.[^|]*/g)).toEqual([
    '22 ноября 2026 г., 15:00',
    '22 ноября 2026 г., 09:30',
    '20 ноября 2026 г.',
  ])
})
