import { type Step, steps } from '@app/domain/quiz/steps'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '#web/testing/memory-store.ts'
import type { Command } from './analytics.ts'
import { createDispatcher } from './dispatcher.ts'

type Told = { key: string; at: number; arrivedAt: number; seconds: number | null; fields: string }
type Sex = 'female' | 'male'
type Habits = { goesBack?: number; stumbles?: number }

const begin = Date.parse('2026-11-21T05:00:00Z')
const url = 'https://clearday.kz/'

/** Everything that is told of one walk through the quiz, with its times and those at which it was told. */
function recordingOf(sex: Sex, seed: number, { goesBack = 0, stumbles = 0 }: Habits = {}): Told[] {
  const chance = seeded(seed)
  // The unseen step takes its time from elsewhere, so that both sexes are equally quick at every other.
  const unseen = seeded(seed + 1)
  const told: Told[] = []
  let now = begin + Math.round(chance() * 3000)
  const calls = createDispatcher({
    store: memoryStore(),
    userAgent: 'Chrome',
    startedAt: new Date(begin),
    url: () => url,
    now: () => new Date(now),
  })
  calls.setClient({
    capture(name, { timestamp, stored_at, time_on_step_seconds, total_time_seconds, ...fields }, at) {
      const key = `${name} ${fields.step_id ?? fields.question_id ?? ''}`
      const seconds = time_on_step_seconds ?? total_time_seconds ?? null
      told.push({
        key,
        at: at.getTime(),
        arrivedAt: now,
        seconds: typeof seconds === 'number' ? seconds : null,
        fields: JSON.stringify(fields),
      })
    },
    identify() {},
    setPersonProperties() {},
    reset() {},
    setCapturing() {},
  })
  const call = (made: Pick<Command, 'method' | 'args'>) =>
    calls.carryOut({ ...made, url, at: new Date(now) } as Command)
  const quiz = (moment: 'viewed' | 'completed' | 'finished', { id }: Step) =>
    call({ method: 'quiz', args: [moment, id] })
  const pause = (random: () => number) => {
    now += Math.round(400 + 4000 * random() ** 2)
  }

  const way = steps.filter((step) => sex === 'female' || !('onlyFor' in step))
  for (const [index, step] of way.entries()) {
    const random = 'onlyFor' in step ? unseen : chance
    quiz('viewed', step)
    if (index === 0) call({ method: 'track', args: ['$pageview'] })
    pause(random)
    if (!('onlyFor' in step) && random() < stumbles) {
      call({ method: 'trackError', args: [{ type: 'global_error', message: `stumbled at ${step.id}` }] })
    }
    const before = way[index - 1]
    if (before && !('onlyFor' in step) && random() < goesBack) {
      quiz('viewed', before)
      pause('onlyFor' in before ? unseen : chance)
      quiz('completed', before)
      now += 13
      quiz('viewed', step)
      pause(random)
    }
    quiz('completed', step)
    now += 13
  }
  quiz('finished', steps[steps.length - 1] as Step)
  return told
}

/** Numbers between 0 and 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Whatever somebody with the recording alone could measure, by name. */
function measuresOf(recording: Told[]): Map<string, number> {
  const measures = new Map<string, number>([['events', recording.length]])
  const first = recording[0]
  const last = recording.at(-1)
  if (!first || !last) return measures
  measures.set('from first to last', last.at - first.at)
  measures.set('from first to last arrival', last.arrivedAt - first.arrivedAt)
  const inOrder = [...recording].sort((one, other) => one.at - other.at)
  for (const [index, { key, at, arrivedAt, seconds }] of recording.entries()) {
    measures.set(`${key}: since the beginning`, at - first.at)
    measures.set(`${key}: on its way`, arrivedAt - at)
    measures.set(
      `${key}: arrived after the event before`,
      arrivedAt - (recording[index - 1]?.arrivedAt ?? arrivedAt),
    )
    if (seconds !== null) measures.set(`${key}: seconds`, seconds)
  }
  for (const [index, { key, at }] of inOrder.entries()) {
    measures.set(`${key}: since the event before`, at - (inOrder[index - 1]?.at ?? at))
  }
  return measures
}

describe('of two recordings', () => {
  it.each([{}, { stumbles: 0.1 }])(
    'a woman’s is the one she would leave without her step, with habits %o',
    (habits) => {
      for (let seed = 1; seed <= 40; seed++) {
        const [hers, his] = (['female', 'male'] as const).map((sex) => {
          const recording = recordingOf(sex, seed, habits)
          const start = Math.min(...recording.map(({ at }) => at))
          const arrival = recording[0]?.arrivedAt ?? 0
          return recording.map(({ at, arrivedAt, ...rest }) => ({
            ...rest,
            at: at - start,
            arrivedAt: arrivedAt - arrival,
          }))
        })
        // A page is loaded at some moment anyway; from it on everything is the same.
        expect(hers).toEqual(his)
      }
    },
  )

  it('nobody guesses by fields which is the woman’s, however people walk', () => {
    const kinds = (sex: Sex) =>
      new Set(
        Array.from({ length: 60 }, (_, seed) => recordingOf(sex, seed + 1, { goesBack: 0.3, stumbles: 0.3 }))
          .flat()
          .map(({ key, fields }) => `${key} ${fields}`),
      )
    expect([...kinds('female')].sort()).toEqual([...kinds('male')].sort())
  })

  it('nobody guesses by times which is the woman’s better than by chance', () => {
    const pairs = 400
    const right = new Map<string, { right: number; of: number }>()
    for (let pair = 0; pair < pairs; pair++) {
      const hers = measuresOf(recordingOf('female', 10_000 + pair, { goesBack: 0.05, stumbles: 0.05 }))
      const his = measuresOf(recordingOf('male', 20_000 + pair, { goesBack: 0.05, stumbles: 0.05 }))
      for (const [name, measured] of hers) {
        const other = his.get(name)
        if (other === undefined || other === measured) continue
        const so = right.get(name) ?? { right: 0, of: 0 }
        right.set(name, { right: so.right + (measured > other ? 1 : 0), of: so.of + 1 })
      }
    }
    expect(right.size).toBeGreaterThan(150)
    // Five deviations: a guesser with no idea gets so far once in a million tries.
    const better = [...right].filter(
      ([, { right: hits, of }]) => Math.abs(hits - of / 2) > (5 * Math.sqrt(of)) / 2,
    )
    expect(better).toEqual([])
  })
})
