import { checkEmail } from '../../quiz/contact.ts'
import { type ColumnRole, maxImportedContacts, toPhone } from './imported-contact.ts'

/** A column of a file with people, as it was found. */
export type ContactColumn = {
  index: number
  /** The column's title in the file; empty if it has none. */
  title: string
  /** Its first values. */
  samples: string[]
  role: ColumnRole
}

export type ContactTable = {
  columns: ContactColumn[]
  /** Rows by their place in the file, without empty ones. */
  rows: { row: number; cells: string[] }[]
}

export type TableReading =
  | { outcome: 'read'; table: ContactTable }
  | { outcome: 'empty' }
  | { outcome: 'too_many' }

/** Names of columns in small letters, with `е` for `ё` and spaces for what parts words: of Typeform, Google, Meta and phones. */
const titles: Record<Exclude<ColumnRole, 'none'>, RegExp> = {
  email: /e ?mail|(^| )(mail|почта|почты|почту|имейл|емейл)( |$)|электронн\S+ (почт|адрес)/,
  phone:
    /phone|mobile|(^| )(tel|тел|cell)( |$)|whats ?app|в[ао][тц]с?ап|телефон|сотов|мобильн|^номер$|(ваш|контактный) номер/,
  surname: /(^| )(last|family) ?name|surname|фамили/,
  name: /(^| )(full|first|given|display|your)? ?name( |$)|^fn$|(^| )(имя|фио|ф и о)( |$)|зовут/,
}

/** Titles of columns that name an advertisement, a kind of number or a company. */
const otherThings =
  /(^| )(ad|adset|campaign|form|company|organization|file|user|nick|middle|phonetic|page|id|label|type|индекс|компани\S*|файла|пользователя|канал\S*)( |$)|nickname/

/** The number of first rows searched for the columns' names: titles and merged cells may stand above them. */
const headWithin = 10
const sampleRows = 50
const shownSamples = 3

/** Finds in the rows of a file where the people begin, and what its columns hold. */
export function readContactTable(source: Iterable<readonly string[]>): TableReading {
  const rows: ContactTable['rows'] = []
  let row = 0
  for (const cells of source) {
    row += 1
    if (cells.every((cell) => cell.trim() === '')) continue
    rows.push({ row, cells: cells.map((cell) => cell.trim()) })
    if (rows.length > maxImportedContacts + headWithin) return { outcome: 'too_many' }
  }
  const head = findHead(rows)
  const people = head === null ? rows : rows.slice(head + 1)
  if (people.length === 0) return { outcome: 'empty' }
  if (people.length > maxImportedContacts) return { outcome: 'too_many' }
  const names = head === null ? [] : (rows[head]?.cells ?? [])
  const width = Math.max(...people.slice(0, 1000).map(({ cells }) => cells.length), names.length)
  const columns = Array.from({ length: width }, (_, index) => {
    const samples: string[] = []
    for (const { cells } of people) {
      if (samples.length === sampleRows) break
      if (cells[index]) samples.push(cells[index])
    }
    return { index, title: names[index] ?? '', samples, role: roleOfTitle(names[index] ?? '') }
  }).filter(({ samples }) => samples.length > 0)
  guessByValues(columns)
  keepOneName(columns)
  return {
    outcome: 'read',
    table: {
      columns: columns.map((column) => ({ ...column, samples: column.samples.slice(0, shownSamples) })),
      rows: people,
    },
  }
}

/** Returns the index of the row that names the most columns and holds nobody's number or mail. */
function findHead(rows: ContactTable['rows']): number | null {
  let best: number | null = null
  let most = 0
  for (const [index, { cells }] of rows.slice(0, headWithin).entries()) {
    // Titles that say nothing stand just above the first of the people.
    if (cells.some((cell) => isEmail(cell) || isPhone(cell))) return best ?? (index > 0 ? index - 1 : null)
    const named = cells.filter((cell) => roleOfTitle(cell) !== 'none').length
    if (named > most) [best, most] = [index, named]
  }
  return best
}

/** The longest name of a column that is looked at: a question of a form may be a page long. */
const maxTitleLength = 200

function roleOfTitle(title: string): ColumnRole {
  const words = title
    .slice(0, maxTitleLength)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
  if (otherThings.test(words)) return 'none'
  const roles = ['email', 'phone', 'surname', 'name'] as const
  return roles.find((role) => titles[role].test(words)) ?? 'none'
}

/** Recognises columns without a known title by their values. */
function guessByValues(columns: ContactColumn[]): void {
  const guess = (role: ColumnRole, fits: (value: string) => boolean) => {
    if (columns.some((column) => column.role === role)) return
    const found = columns.find(
      ({ role: known, samples }) =>
        known === 'none' && samples.filter(fits).length >= Math.max(1, samples.length * 0.6),
    )
    if (found) found.role = role
  }
  guess('email', isEmail)
  guess('phone', isPhone)
  // Only where no column has a title: a form's answers in words are not names.
  if (columns.every(({ title }) => title === ''))
    guess('name', (value) => /^\p{L}[\p{L}\s.'’-]{1,60}$/u.test(value))
}

/** Meta and Google write a whole name beside its parts: the first column with a name counts. */
function keepOneName(columns: ContactColumn[]): void {
  const names = columns.filter(({ role }) => role === 'name')
  const isWhole = ({ title }: ContactColumn) => /full|display|фио|^name$|^fn$/i.test(title.trim())
  const kept = names.find(isWhole) ?? names[0]
  for (const column of names) if (column !== kept) column.role = 'none'
  if (kept && isWhole(kept)) for (const column of columns) if (column.role === 'surname') column.role = 'none'
}

const isEmail = (value: string) => value.includes('@') && checkEmail(value) === null
const isPhone = (value: string) => toPhone(value) !== null
