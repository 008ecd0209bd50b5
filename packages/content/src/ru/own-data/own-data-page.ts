import type { Owner } from '@app/contracts/client-config'
import { escapeHtml } from '@app/domain/escape-html'
import { isRecord } from '@app/domain/is-record'
import { tiynPerTenge } from '@app/domain/orders/products'
import { isComplete } from '@app/domain/quiz/is-complete'
import { restoreAnswers } from '@app/domain/quiz/restore'
import { steps } from '@app/domain/quiz/steps'
import { categoryOf, parseStoredCategory } from '@app/domain/result/categories'
import { brand } from '../brand.ts'
import { stepTexts } from '../questions.ts'
import { resultText } from '../results.ts'
import { formatDay, formatInstant, formatMinute, monthOf } from '../writing/date.ts'
import { formatTenge } from '../writing/money.ts'
import { typeset } from '../writing/typeset.ts'
import { answerText } from './answer-text.ts'
import { type ExportedTable, exportedTables, type ValueFormat } from './exported-tables.ts'

const texts = typeset({
  title: 'Ваши данные',
  of: (moment: string) => `Собраны ${moment}. Так же указано время всех записей.`,
  keeper: (owner: Owner) => `Хранит ${owner.name}, ИИН ${owner.iin}, ${owner.address}, ${owner.email}.`,
  rest: 'Здесь всё, что можно прочитать. Служебные отметки к тем же записям — во втором файле, для программ.',
  account: 'Аккаунт',
  others: 'Другие записи',
  sum: (sum: string) => `оплата ${sum}`,
  order: (number: string) => `заказ № ${number}`,
  method: (method: string) => `способ ${method}`,
  state: 'ответ о том, что стало с платежом',
})

const accountTable: ExportedTable = {
  title: texts.account,
  fields: typeset({
    email: ['Почта'],
    phone: ['Телефон'],
    created_at: ['Создан', 'moment'],
    last_sign_in_at: ['Последний вход', 'moment'],
  }),
}

const styles = `body{max-width:46rem;margin:0 auto;padding:1.5rem 1.25rem 4rem;font:1rem/1.5 system-ui,sans-serif;color:#17332c;background:#fff}
h1,h2{line-height:1.2}h2{margin:2.5rem 0 .5rem;border-bottom:1px solid #b9c8bf;padding-bottom:.4rem}
dl{display:grid;grid-template-columns:minmax(8rem,1fr) 2fr;gap:.35rem 1rem;margin:1rem 0 1.5rem}
dt{color:#566b63}dd:has(dl){grid-column:1/-1}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl{margin:.2rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
@media (width<34rem){dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:.6rem}}
@media print{body{padding:0}dl{break-inside:avoid}}`

/** A user's data, as `export_account` returns it. */
export type OwnData = {
  exportedAt: string
  account: unknown
  tables: Readonly<Record<string, unknown>>
}

/**
 * Renders the data as a page to read and print, without scripts or external resources. Tables
 * without texts follow at the end, as they are stored.
 */
export function ownDataPage({ exportedAt, account, tables }: OwnData, owner: Owner): string {
  const numbers = new Map(rowsOf(tables.orders).map((row) => [row.id, row.inv_id]))
  const known = Object.entries(exportedTables).map(([name, table]) =>
    section(table, rowsOf(tables[name]), numbers),
  )
  const others = Object.entries(tables).filter(
    ([name, rows]) => !(name in exportedTables) && rowsOf(rows).length > 0,
  )
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${texts.title}. ${brand.title}`)}</title><style>${styles}</style></head><body>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(`${brand.title}. ${texts.of(formatInstant(new Date(exportedAt)))}`)}</p>
<p>${escapeHtml(texts.keeper(owner))}</p>
<p>${escapeHtml(texts.rest)}</p>
${section(accountTable, rowsOf([account]))}
${known.join('')}${
  others.length > 0
    ? `<h2>${texts.others}</h2>\n<pre>${escapeHtml(JSON.stringify(Object.fromEntries(others), null, 2))}</pre>`
    : ''
}
</body></html>
`
}

type Row = Readonly<Record<string, unknown>>

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The order numbers by order id. */
type Numbers = ReadonlyMap<unknown, unknown>

function section(
  { title, fields }: ExportedTable,
  rows: readonly Row[],
  numbers: Numbers = new Map(),
): string {
  if (rows.length === 0) return ''
  const lists = rows.map((row) =>
    list(
      Object.entries(fields).flatMap(([key, [label, reading = 'text', ofGift = label]]) => {
        const written = formatValue(row[key], reading, { row, numbers })
        return written === '' ? [] : [[row.is_gift === true ? ofGift : label, written] as const]
      }),
    ),
  )
  return `<h2>${escapeHtml(title)}</h2>\n${lists.join('\n')}\n`
}

/** `written` is HTML, `label` is plain text. */
function list(parts: readonly (readonly [label: string, written: string])[]): string {
  return `<dl>${parts.map(([label, written]) => `<dt>${escapeHtml(label)}</dt><dd>${written}</dd>`).join('')}</dl>`
}

/** Formats a stored value as HTML, or as an empty string. */
function formatValue(
  value: unknown,
  reading: ValueFormat,
  { row, numbers }: { row: Row; numbers: Numbers },
): string {
  if (value === null || value === undefined || value === '') return ''
  if (reading === 'answers') return isRecord(value) ? list(answersOf(value)) : ''
  if (reading === 'order') return escapeHtml(String(numbers.get(value) ?? ''))
  if (reading === 'category') return escapeHtml(resultLine(String(value), row.quiz_answers))
  return escapeHtml(formatPlainValue(value, reading))
}

function formatPlainValue(
  value: unknown,
  reading: Exclude<ValueFormat, 'answers' | 'order' | 'category'>,
): string {
  if (typeof reading === 'object') return reading[String(value)] ?? String(value)
  if (reading === 'month') return monthOf(String(value))
  // The location lookup found no country.
  if (reading === 'place') return value === 'Unknown' ? '' : String(value)
  if (reading === 'call' && typeof value === 'string') return requestText(value)
  if (reading === 'tenge' && typeof value === 'number') return formatTenge(value)
  if ((reading === 'moment' || reading === 'day') && typeof value === 'string') {
    const instant = new Date(value)
    if (Number.isNaN(instant.getTime())) return value
    return reading === 'day' ? formatDay(instant) : formatMinute(instant)
  }
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns the title of a result. Incomplete answers get the letter from the stored category, such
 * as `AA2`.
 */
function resultLine(stored: string, given: unknown): string {
  const subCategory = parseStoredCategory(stored)
  const answers = restoreAnswers(isRecord(given) ? given : {})
  if (!subCategory || !isComplete(answers)) return stored.slice(-2)
  const { title, kind } = resultText({ mainCategory: categoryOf(subCategory), subCategory }, answers)
  return `${title}. ${kind}`
}

/** Describes a provider's call in words; its signature and other fields stand in the other file. */
function requestText(body: string): string {
  const params = new Map(body.split('&').map(readPair))
  const sum = Number(params.get('OutSum') ?? Number.NaN)
  const parts = [
    Number.isFinite(sum) && texts.sum(formatTenge(Math.round(sum * tiynPerTenge))),
    params.has('InvId') && texts.order(params.get('InvId') ?? ''),
    params.get('PaymentMethod') && texts.method(params.get('PaymentMethod') ?? ''),
    params.get('EMail'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : texts.state
}

/** Parses a `name: value` pair of a form. */
function readPair(text: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = text.split('=')
  try {
    return [name, decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    return [name, '']
  }
}

/** Lists answers in the order of the questions; answers to removed questions follow. */
function answersOf(answers: Row): (readonly [string, string])[] {
  const asked = steps.flatMap((step) =>
    'key' in step ? [[step.key, stepTexts[step.id].title] as const] : [],
  )
  const titles = new Map<string, string>(asked)
  const order = [...titles.keys(), ...Object.keys(answers).filter((key) => !titles.has(key))]
  return order.flatMap((key) => {
    const value = answers[key]
    const isEmpty = value === null || value === undefined || value === ''
    return isEmpty ? [] : [[titles.get(key) ?? key, escapeHtml(answerText(key, value))] as const]
  })
}
