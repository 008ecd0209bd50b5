import type { Walk } from './walk.ts'

type Column = { name: string; walks: readonly Walk[] }

const ms = (value: number) => `${Math.round(value)} ms`
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`

/** Prints the columns as a Markdown table: medians, and 95th percentiles where a row says so. */
export function printTable(columns: readonly Column[]): void {
  const rows: [string, (walks: readonly Walk[]) => string][] = [
    ['start pressed, first question on screen', (walks) => ms(median(walks.map((w) => w.firstQuestionAt)))],
    ['first option pressed and seen', (walks) => ms(median(walks.map((w) => w.firstAnswerAt)))],
    [
      'script / all bytes / requests to the first answer',
      (walks) =>
        [
          kib(median(walks.map((w) => w.atFirstAnswer.scriptBytes))),
          kib(median(walks.map((w) => w.atFirstAnswer.bytes))),
          median(walks.map((w) => w.atFirstAnswer.requests)),
        ].join(' / '),
    ],
    ['press to next step on screen, median / p95', (walks) => spread(walks, 'paintedMs')],
    ['press to next step solid, still, pressable, median / p95', (walks) => spread(walks, 'pressableMs')],
    ['scripting, whole quiz', (walks) => ms(median(walks.map((w) => w.scriptingMs)))],
    [
      'style and layout / busy, whole quiz',
      (walks) =>
        `${ms(median(walks.map((w) => w.styleAndLayoutMs)))} / ${ms(median(walks.map((w) => w.busyMs)))}`,
    ],
    ['layout shift', (walks) => median(walks.map((w) => w.layoutShift)).toFixed(3)],
    [
      'bytes / requests, whole quiz',
      (walks) =>
        `${kib(median(walks.map((w) => w.atEnd.bytes)))} / ${median(walks.map((w) => w.atEnd.requests))}`,
    ],
  ]
  console.log(`| | ${columns.map(({ name }) => name).join(' | ')} |`)
  console.log(`|---|${columns.map(() => '---:|').join('')}`)
  for (const [label, cell] of rows) {
    console.log(`| ${label} | ${columns.map(({ walks }) => cell(walks)).join(' | ')} |`)
  }
}

function spread(walks: readonly Walk[], key: 'paintedMs' | 'pressableMs'): string {
  const all = walks.flatMap((each) => each.steps.map((step) => step[key]))
  return `${ms(median(all))} / ${ms(quantile(all, 0.95))}`
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place - Math.floor(place))
}
