import path from 'node:path'
import { type PlaywrightReport, specsOf, type VitestReport } from './failed-tests.ts'

export type TimedFile = { file: string; seconds: number }

const shown = 10

/** The files that took longest, by the clock; the journeys of one file are added up. */
export function slowestFiles(
  vitest: VitestReport | null,
  playwright: PlaywrightReport | null,
  root: string,
): TimedFile[] {
  const suites = (vitest?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  const journeys = new Map<string, number>()
  for (const { file, tests } of playwright?.suites.flatMap(specsOf) ?? []) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    journeys.set(`e2e/${file}`, (journeys.get(`e2e/${file}`) ?? 0) + ms / 1000)
  }
  return [...suites, ...[...journeys].map(([file, seconds]) => ({ file, seconds }))]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
}
