import type { Name } from '../schema/relationships.ts'
import type { Field } from './field.ts'
import type { Select } from './parse-select.ts'
import { queryTooComplex } from './query-budget.ts'

/**
 * The limit for repeated selections of one column, because a short request could produce a huge
 * answer.
 */
const maxSelections = { whole: { here: 3, anywhere: 8 }, part: { here: 16, anywhere: 32 } } as const

type Kind = keyof typeof maxSelections
type Column = { kind: Kind; field: string }

/** Counts what a request selects of each table, however often it embeds it, and refuses it when that is too much. */
export class ColumnBudget {
  readonly #anywhere = new Map<string, number>()

  /** Counts what is selected of a table in one place, or throws. */
  spend({ schema, name }: Name, select: Select): void {
    const selected = columnsOf(select)
    const here = new Map<string, number>()
    for (const { kind, field } of selected) {
      const max = maxSelections[kind]
      const key = JSON.stringify([schema, name, kind, field])
      check(field, count(here, key), max.here)
      check(field, count(this.#anywhere, key), max.anywhere)
    }
  }
}

/**
 * Lists the columns, and parts of them, that a select reads; the same part twice is a value as a
 * whole column is.
 */
function columnsOf(select: Select): Column[] {
  const named = new Set<string>()
  for (const item of select) {
    if (item !== 'all' && item.kind === 'field' && item.field) named.add(item.field.column)
  }
  return select.flatMap((item): Column[] => {
    // `*` counts as every column.
    if (item === 'all') return ['*', ...named].map((field) => ({ kind: 'whole', field }))
    if (item.kind === 'embed' || !item.field) return []
    const { column } = item.field
    if (item.aggregate) return [{ kind: 'part', field: column }]
    const whole: Column = { kind: 'whole', field: textOf(item.field) }
    return item.field.path.length === 0 ? [whole] : [whole, { kind: 'part', field: column }]
  })
}

function textOf({ column, path }: Field): string {
  return [column, ...path.map(({ key }) => key)].join('->')
}

function count(counts: Map<string, number>, key: string): number {
  const counted = (counts.get(key) ?? 0) + 1
  counts.set(key, counted)
  return counted
}

function check(field: string, counted: number, max: number): void {
  if (counted > max) throw queryTooComplex(`'${field}' is selected at most ${max} times`)
}
