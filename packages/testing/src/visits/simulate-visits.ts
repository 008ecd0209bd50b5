import { randomUUID } from 'node:crypto'
import type { TellVisit } from '@app/contracts/visits'
import { reportedSteps } from '@app/domain/visits/reported-steps'
import { startVisit, updateVisit, type VisitProgress, type VisitSnapshot } from '@app/domain/visits/visit'

/** One visit as it happened, written down by whoever acts it out and by nobody who counts. */
export type SimulatedVisit = {
  id: string
  began: Date
  source: string | null
  language: string | null
  /** Every step that was on screen. */
  seen: Set<number>
  /** The time that each step was on screen when it was first told to be gone on from. */
  seconds: Map<number, number>
  isFinished: boolean
}

/** What a page tells, and when, in the order of arrival. */
type Beacon = { at: Date; visit: TellVisit; language: string | null }

/** The same numbers each time for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const sources = [null, 'instagram', 'google', 'whatsapp'] as const
const languages = ['ru', 'kk', null] as const
/** The step before the one that only women see. */
const lastBeforeUntold = reportedSteps.indexOf('dominant-emotion') + 1
const last = reportedSteps.length

/**
 * Acts visits out, one after another, within the days before `until`: women and men who go on, go back, reload the page, open it
 * in a second tab, leave for good, start over or finish.
 */
export function simulateVisits(
  count: number,
  { until, days, random }: { until: Date; days: number; random: () => number },
) {
  const acted: SimulatedVisit[] = []
  const beacons: Beacon[] = []
  for (let each = 0; each < count; each += 1) {
    const began = new Date(until.getTime() - Math.floor(random() * days * 86_400_000 * 0.98) - 7_200_000)
    const one = actOut(began, random)
    acted.push(one.visit)
    beacons.push(...one.beacons)
  }
  return { acted, beacons }
}

function actOut(began: Date, random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const isWoman = random() < 0.5
  const id = randomUUID()
  const visit: SimulatedVisit = {
    ...{ id, began, source: pick(sources), language: pick(languages) },
    ...{ seen: new Set(), seconds: new Map(), isFinished: false },
  }
  const beacons: Beacon[] = []
  let now = began.getTime()
  const sight = (step: number, isCompleted = false): VisitSnapshot => [id, step, isCompleted, now]

  /** A tab of the browser: what it knows, and what its visitor would say of the step on screen. */
  function openTab(step: number) {
    let watched: VisitProgress = startVisit(sight(step))
    let shown: { step: number; since: number | null } = { step, since: step === 1 ? now : null }
    const spent = new Map<number, number | null>()
    let hasPressed = false
    return {
      show(next: number, isCompleted = false) {
        const seconds = shown.since === null ? null : Math.round((now - shown.since) / 1000)
        if (shown.step > 0 && !spent.has(shown.step)) spent.set(shown.step, seconds)
        shown = { step: next, since: now }
        hasPressed = true
        visit.seen.add(Math.max(1, next))
        if (next > 0) for (let before = 1; before < next; before += 1) visit.seen.add(before)
        if (isCompleted) visit.isFinished = true
        watched = updateVisit(watched, sight(next, isCompleted))
      },
      hide() {
        const [known] = watched
        if (!hasPressed || !known) return
        for (const [step, seconds] of spent) {
          if (seconds !== null && !visit.seconds.has(step)) visit.seconds.set(step, seconds)
        }
        const told: Omit<TellVisit, 'from'> = JSON.parse(JSON.stringify(known))
        const from: TellVisit['from'] = [visit.source, null, null, null]
        beacons.push({ at: new Date(now), visit: { ...told, from }, language: visit.language })
      },
    }
  }

  const wait = () => {
    now += 500 + Math.floor(random() * 20_000)
  }
  let step = 1
  let tab = openTab(step)
  const steps = 1 + Math.floor(random() ** 0.6 * 32)
  for (let press = 0; press < steps; press += 1) {
    wait()
    const chance = random()
    if (chance < 0.08 && step > 2) step -= 1
    else if (step === last) {
      tab.show(last, true)
      break
    } else {
      if (isWoman && step === lastBeforeUntold) {
        tab.show(0)
        wait()
      }
      step += 1
    }
    tab.show(step)
    if (chance > 0.93) {
      // Reloaded, or gone on with in another tab: the step is the same, and how long it was there nobody knows.
      tab.hide()
      tab = openTab(step)
    }
  }
  tab.hide()
  // The same told twice is told once.
  if (random() < 0.1) beacons.push(...beacons.slice(-1))
  return { visit, beacons }
}
