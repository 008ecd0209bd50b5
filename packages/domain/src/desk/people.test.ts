import { expect, test } from 'vitest'
import { finishedRange, isProgramStalled, searchWords, shownProgramState } from './people.ts'

test.each([
  ['  Айгерим Сериковна ', ['айгерим', 'сериковна']],
  ['Алёна', ['алена']],
  ['+7 (701) 000-00-01', ['~77010000001']],
  ['8 701 000 00 01', ['~7010000001']],
  ['8705', ['8705']],
  ['701 000', ['~701000']],
  ['0151 234567', ['~151234567']],
  ['00 49 151 234567', ['~49151234567']],
  ['000000', ['~000000']],
  ['Асел 87010000001', ['асел', '~7010000001']],
  ['Әсел Қуаныш', ['асел', 'куаныш']],
  ['О’Коннор', ['оконнор']],
  ['0001', ['0001']],
  ['Aigerim@Example.kz', ['aigerim@example.kz']],
  ['Анна-Мария', ['анна', 'мария']],
  ['  ', []],
])('«%s» is looked for as %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})

test('yesterday is the whole day before today’s midnight in Almaty', () => {
  expect(finishedRange('yesterday', new Date('2026-11-22T12:00:00Z'))).toEqual({
    from: new Date('2026-11-20T19:00:00Z'),
    until: new Date('2026-11-21T19:00:00Z'),
  })
})

test('a program stands when a morning was left out', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  expect(isProgramStalled(hoursAgo(30), now)).toBe(false)
  expect(isProgramStalled(hoursAgo(37), now)).toBe(true)
  expect(isProgramStalled(null, now)).toBe(false)
})

test.each([
  [{ state: 'active', stands: false }, 'active'],
  [{ state: 'active', stands: true }, 'stands'],
  [{ state: 'active', stands: true, paused: true }, 'paused'],
  [{ state: 'active', stands: true, waits: true }, 'waits'],
  [{ state: 'active', stands: true, stopped: true }, 'stopped'],
  [{ state: 'active', stands: true, unreached: true }, 'unreached'],
  [{ state: 'active', stands: true, unreached: true, stopped: true }, 'stopped'],
  [{ state: 'active', stands: false, stopped: true, waits: true }, 'waits'],
  [{ state: 'active', stands: false, stopped: true, paused: true }, 'paused'],
  [{ state: 'cancelled', stands: false, stopped: true }, 'cancelled'],
  [{ state: 'finished', stands: false, waits: true }, 'finished'],
  [{ state: 'paused', stands: false }, 'paused'],
  [{ state: 'finished', stands: true }, 'finished'],
  [{ state: 'cancelled', stands: false, paused: true }, 'cancelled'],
] as const)('the program %j is shown as %s', (program, shown) => {
  expect(shownProgramState(program)).toBe(shown)
})
