import { describe, expect, it } from 'vitest'
import type { QuizPlace } from '../store/quiz-store.ts'
import { clearHistoryMark, returnToQuizStart } from './history-ends.ts'
import {
  correctPlace,
  popPlace,
  pushPlace,
  readHistoryMark,
  type StepHistory,
  seedHistory,
} from './step-history.ts'

/** A browser's history as far as entries and their states go. */
function givenHistory(): StepHistory & { places: () => (QuizPlace | null)[]; at: () => number } {
  const entries: unknown[] = [{ idx: 0, key: 'router' }]
  let index = 0
  return {
    get state() {
      return entries[index]
    },
    pushState(state: unknown) {
      entries.splice(index + 1, entries.length, state)
      index += 1
    },
    replaceState(state: unknown) {
      entries[index] = state
    },
    go(delta: number) {
      index += delta
    },
    places: () => entries.map((state) => readHistoryMark(state)?.quizPlace ?? null),
    at: () => index,
  }
}

describe('steps in the browser history', () => {
  it('a returning visitor finds an entry for every step before theirs', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome', 'gender', 'age'])
    expect(history.places()).toEqual(['welcome', 'gender', 'age'])
    expect(history.at()).toBe(2)
  })

  it('a reload adds nothing', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome', 'gender'])
    seedHistory(history, ['welcome', 'gender'])
    expect(history.places()).toEqual(['welcome', 'gender'])
  })

  it('going on and back moves through the entries, and Back ends at the first', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome'])
    pushPlace(history, 'gender')
    pushPlace(history, 'age')
    expect(popPlace(history)).toBe(true)
    expect(readHistoryMark(history.state)).toEqual({ quizPlace: 'gender', quizDepth: 1 })
    expect(popPlace(history)).toBe(true)
    expect(popPlace(history)).toBe(false)
    expect(history.at()).toBe(0)
  })

  it('an entry that names a place which is not shown says what is', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome', 'gender', 'age'])
    correctPlace(history, 'gender')
    expect(history.places()).toEqual(['welcome', 'gender', 'gender'])
    expect(readHistoryMark(history.state)?.quizDepth).toBe(2)
  })

  it('starting over returns to the entry the quiz began with', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome', 'gender', 'age', 'height'])
    returnToQuizStart(history)
    expect(readHistoryMark(history.state)?.quizPlace).toBe('welcome')
  })

  it("keeps the router's own marks, its count going up with each entry", () => {
    const history = givenHistory()
    seedHistory(history, ['welcome'])
    pushPlace(history, 'gender')
    expect(history.state).toMatchObject({ key: 'router', idx: 1 })
  })

  it.each([null, 'text', {}, { quizPlace: 'no-such-step', quizDepth: 1 }, { quizPlace: 'age' }])(
    'an entry of somebody else is no place in the quiz: %j',
    (state) => expect(readHistoryMark(state)).toBeNull(),
  )

  it('a quiz that is opened over a page again begins a trail of its own there', () => {
    const history = givenHistory()
    seedHistory(history, ['welcome', 'gender'])
    returnToQuizStart(history)
    clearHistoryMark(history)
    seedHistory(history, ['welcome', 'gender', 'age'])
    expect(history.places()).toEqual(['welcome', 'gender', 'age'])
    expect(history.state).toMatchObject({ idx: 2, key: 'router' })
  })
})
