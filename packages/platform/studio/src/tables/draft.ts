import type { Column, Row } from './table-types.ts'

/** What is to be written into a column: nothing said, NULL, or a value as PostgreSQL reads it. */
export type Field = { kind: 'unsaid' } | { kind: 'null' } | { kind: 'text'; text: string }
export type Draft = Readonly<Record<string, Field>>

/** The fields of a row as it is; of a new one, nothing said. */
export function draftOf(columns: readonly Column[], row: Row | null): Draft {
  return Object.fromEntries(columns.map(({ name }) => [name, row ? fieldOf(row[name]) : { kind: 'unsaid' }]))
}

/** The columns that the draft says something new about. */
export function changedIn(columns: readonly Column[], draft: Draft, row: Row | null): Column[] {
  return columns.filter(({ name }) => {
    const field = draft[name] ?? { kind: 'unsaid' }
    if (field.kind === 'unsaid') return false
    return row === null || !isSame(field, fieldOf(row[name]))
  })
}

/**
 * The body that writes them, as JSON text. Documents stand in it as they were typed, so that their numbers keep every digit; all else
 * is text that PostgreSQL reads. Throws a SyntaxError that names the column whose document is none.
 */
export function toBody(changed: readonly Column[], draft: Draft): string {
  const members = changed.map(({ name, type }) => {
    const field = draft[name]
    return `${JSON.stringify(name)}:${field?.kind === 'text' ? toJson(name, type, field.text) : 'null'}`
  })
  return `{${members.join(',')}}`
}

function toJson(name: string, type: string, text: string): string {
  if (type !== 'json' && type !== 'jsonb') return JSON.stringify(text)
  try {
    JSON.parse(text)
    return text
  } catch {
    throw new SyntaxError(`${name} is no JSON document.`)
  }
}

function fieldOf(value: string | null | undefined): Field {
  return value === null || value === undefined ? { kind: 'null' } : { kind: 'text', text: value }
}

function isSame(one: Field, other: Field): boolean {
  return one.kind === other.kind && (one.kind !== 'text' || other.kind !== 'text' || one.text === other.text)
}
