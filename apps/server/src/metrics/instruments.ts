import type { Labels, Metric, Sample } from './exposition.ts'

/** Counts by labels, from zero at the start of the process. */
export function openCounter(name: string, help: string) {
  const counts = new Map<string, { labels: Labels; value: number }>()
  return {
    add(labels: Labels): void {
      const key = JSON.stringify(labels)
      const count = counts.get(key)
      if (count) count.value += 1
      else counts.set(key, { labels, value: 1 })
    },
    read: (): Metric => ({ name, help, type: 'counter', samples: [...counts.values()] }),
  }
}

type Series = { labels: Labels; counts: number[]; sum: number; count: number }

/** Sorts observed values into buckets, each counting all that are not above its bound. */
export function openHistogram(name: string, help: string, bounds: readonly number[]) {
  const series = new Map<string, Series>()
  return {
    observe(labels: Labels, value: number): void {
      const key = JSON.stringify(labels)
      const each = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
      series.set(key, each)
      each.counts = each.counts.map((count, index) => count + (value <= (bounds[index] ?? 0) ? 1 : 0))
      each.sum += value
      each.count += 1
    },
    read: (): Metric => ({
      name,
      help,
      type: 'histogram',
      samples: [...series.values()].flatMap((each) => samplesOf(each, bounds)),
    }),
  }
}

function samplesOf({ labels, counts, sum, count }: Series, bounds: readonly number[]): Sample[] {
  const bucket = (le: string, value: number): Sample => ({
    suffix: '_bucket',
    labels: { ...labels, le },
    value,
  })
  return [
    ...counts.map((value, index) => bucket(String(bounds[index]), value)),
    bucket('+Inf', count),
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}
