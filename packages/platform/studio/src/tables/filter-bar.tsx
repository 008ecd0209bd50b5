import { type FormEvent, useState } from 'react'
import { type Filter, type Operator, operators } from './row-query.ts'
import type { Column } from './table-types.ts'

const hasNoValue: readonly Operator[] = ['is null', 'is not null']

type FilterBarProps = { columns: readonly Column[]; onChange: (filters: readonly Filter[]) => void }

/** Filters, each added when it is whole. They stay on this page: the address names no value. */
export function FilterBar({ columns, onChange }: FilterBarProps) {
  const [filters, setFilters] = useState<readonly Filter[]>([])
  const [operator, setOperator] = useState<Operator>('eq')

  function change(next: readonly Filter[]) {
    setFilters(next)
    onChange(next)
  }

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const column = String(form.get('column') ?? '')
    const value = String(form.get('value') ?? '')
    change([...filters, { column, operator, value }])
    event.currentTarget.querySelector('input')?.select()
  }

  return (
    <form className="filters" onSubmit={add}>
      <select name="column" aria-label="Column to filter">
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={operator}
        onChange={(event) => setOperator(operators.find((one) => one === event.target.value) ?? 'eq')}
      >
        {operators.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {!hasNoValue.includes(operator) && (
        <input
          name="value"
          aria-label="Value"
          placeholder={operator === 'in' ? 'one, two' : 'value'}
          autoComplete="off"
        />
      )}
      <button type="submit">Filter</button>
      {filters.map((filter, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no name, and two may be alike.
          key={at}
          type="button"
          className="chip"
          aria-label={`Remove the filter ${filter.column} ${filter.operator} ${filter.value}`}
          onClick={() => change(filters.filter((_, other) => other !== at))}
        >
          {filter.column} {filter.operator} {hasNoValue.includes(filter.operator) ? '' : filter.value} ×
        </button>
      ))}
    </form>
  )
}
