import type { OrderState } from '../orders/order.ts'
import { tiynPerTenge } from '../orders/products.ts'
import { csvRows } from './csv.ts'

/** A payment in the report of the payment provider. */
export type RegistryRow = {
  invId: number
  amountTiyn: number
  /** The day of the payment, or null when the report names none that exists. */
  paidOn: string | null
  hasNoSuchDay: boolean
  isRefunded: boolean
}

export type RegistryParseResult =
  | { outcome: 'read'; rows: RegistryRow[]; skipped: number }
  | { outcome: 'unreadable'; lacks: ('number' | 'amount')[] }
  | { outcome: 'too_many' }

/** The most rows of a report. More than several years of sales is not this shop's report. */
export const maxRegistryRows = 10_000

/** The number of lines between two yields. */
const linesPerStep = 200

/**
 * The names of columns, with е for ё. The first pattern that fits wins, a plain sum before the sum
 * of a fee.
 */
const columns = {
  number: [
    /^(inv_?id|invoice_?id)$/,
    /номер\s+(счета|счёта|заказа|инвойса)/,
    /^(№|номер)\s*(счета|счёта|заказа)?$/,
    /^(счет|счёт|заказ)$/,
  ],
  amount: [
    /^out_?sum$/,
    /сумма\s+(платежа|заказа|счета|счёта|оплаты|операции)/,
    /^сумма(?!\s*[а-я])/,
    /^сумма(?!.*комисси)/,
  ],
  date: [/дата.*(оплат|платеж|зачисл|проведен|операц)/, /дата/, /^date/],
  state: [/статус/, /состояние/, /тип операции/, /^(state|status)$/],
}

/**
 * Parses the payment report that the provider exports. Lines without a payment, such as totals, are
 * skipped.
 */
export function parseProviderReport(text: string): RegistryParseResult {
  const reading = parseProviderReportInSteps(text)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

/** Parses the report in short steps, so that the caller can serve others in between. */
export function* parseProviderReportInSteps(text: string): Generator<void, RegistryParseResult> {
  const rows: RegistryRow[] = []
  let indexes: ColumnIndexes | null = null
  let first: string[] | null = null
  let skipped = 0
  let lines = 0
  for (const cells of csvRows(text)) {
    lines += 1
    if (lines % linesPerStep === 0) yield
    if (cells.length === 0) continue
    first ??= cells
    // Some reports begin with lines about the shop, so the header is the first line with a number
    // and an amount.
    if (!indexes) {
      const found = detectColumns(cells)
      if (found.number >= 0 && found.amount >= 0) indexes = found
      continue
    }
    if (rows.length + skipped === maxRegistryRows) return { outcome: 'too_many' }
    const row = readRow(cells, indexes)
    if (row) rows.push(row)
    else skipped += 1
  }
  if (indexes) return { outcome: 'read', rows, skipped }
  const { number, amount } = detectColumns(first ?? [])
  return {
    outcome: 'unreadable',
    lacks: [...(number < 0 ? (['number'] as const) : []), ...(amount < 0 ? (['amount'] as const) : [])],
  }
}

type ColumnIndexes = Record<keyof typeof columns, number>

function detectColumns(head: readonly string[]): ColumnIndexes {
  const names = head.map(nameOf)
  const find = (patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const at = names.findIndex((name) => pattern.test(name))
      if (at >= 0) return at
    }
    return -1
  }
  return {
    number: find(columns.number),
    amount: find(columns.amount),
    date: find(columns.date),
    state: find(columns.state),
  }
}

function readRow(
  cells: readonly string[],
  { number, amount, date, state }: ColumnIndexes,
): RegistryRow | null {
  const invId = parseInvoiceNumber(cells[number] ?? '')
  const amountTiyn = parseAmount(cells[amount] ?? '')
  if (invId === null || amountTiyn === null) return null
  const isRefunded = amountTiyn < 0 || /возврат|refund/i.test(cells[state] ?? '')
  return { invId, amountTiyn: Math.abs(amountTiyn), ...parseDay(cells[date] ?? ''), isRefunded }
}

/** The longest column name. The patterns would take minutes on a very long cell. */
const maxNameLength = 100

function nameOf(cell: string): string {
  return cell.slice(0, maxNameLength).toLowerCase().replaceAll('ё', 'е').trim()
}

function parseInvoiceNumber(text: string): number | null {
  const digits = text.replace(/\s/g, '')
  const number = Number(digits)
  return /^\d{1,10}$/.test(digits) && number >= 1 && number <= 2 ** 31 - 1 ? number : null
}

/** Reads `5 000,00`, `5000.000000` or `-5000` as whole tiyn. */
function parseAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]|₸|тг\.?|kzt/gi, '').replace(',', '.')
  const [, sign, tenge, tiyn = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(plain) ?? []
  if (tenge === undefined || /[1-9]/.test(tiyn.slice(2))) return null
  const amount = Number(tenge) * tiynPerTenge + Number(tiyn.slice(0, 2).padEnd(2, '0'))
  return sign ? -amount : amount
}

function parseDay(text: string): Pick<RegistryRow, 'paidOn' | 'hasNoSuchDay'> {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text) ?? []
  const written = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : (/^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null)
  const paidOn = written && isCalendarDay(written) ? written : null
  return { paidOn, hasNoSuchDay: written !== paidOn }
}

/** Tells if this is a day of this century. */
function isCalendarDay(written: string): boolean {
  const at = new Date(`${written}T00:00:00Z`)
  return written.startsWith('20') && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written)
}

/** An order that the report names, or that was paid in its days. */
export type KnownOrder = { invId: number; state: OrderState; chargeTiyn: number; paidOn: string | null }

const isPaid = ({ state }: KnownOrder) => state === 'paid' || state === 'refunded'

/** A difference between a payment in the report and the order. */
export type RegistryDifference =
  | { kind: 'unknown_here'; invId: number; thereTiyn: number }
  | { kind: 'not_paid_here'; invId: number; thereTiyn: number }
  | { kind: 'amount'; invId: number; thereTiyn: number; hereTiyn: number }
  | { kind: 'twice_there'; invId: number; thereTiyn: number; hereTiyn?: number }
  | { kind: 'refunded_there'; invId: number; thereTiyn: number }
  | { kind: 'no_such_day'; invId: number; thereTiyn: number }
  | { kind: 'missing_there'; invId: number; hereTiyn: number }

export type Reconciliation = {
  /** The payments that agree, and their total. */
  agreed: number
  agreedTiyn: number
  differences: RegistryDifference[]
  /** The days of the report, or null when it has no dates. */
  from: string | null
  until: string | null
}

/** Returns the days that a report covers, or null when it names none. */
export function registryPeriod(rows: readonly RegistryRow[]): { from: string; until: string } | null {
  const days = rows.flatMap(({ paidOn }) => paidOn ?? []).sort()
  const [from] = days
  const until = days.at(-1)
  return from && until ? { from, until } : null
}

/**
 * Compares the payments of the report with the orders and lists the differences. The caller leaves
 * out test orders.
 */
export function reconcileRegistry(
  rows: readonly RegistryRow[],
  orders: readonly KnownOrder[],
): Reconciliation {
  const known = new Map(orders.map((order) => [order.invId, order]))
  const payments = rows.filter(({ isRefunded }) => !isRefunded)
  const refunds = new Set(rows.filter(({ isRefunded }) => isRefunded).map(({ invId }) => invId))
  const seen = new Set<number>()
  const differences: RegistryDifference[] = []
  let agreed = 0
  let agreedTiyn = 0
  for (const { invId, amountTiyn: thereTiyn } of payments) {
    const order = known.get(invId)
    if (seen.has(invId)) {
      const here = order && isPaid(order) ? { hereTiyn: order.chargeTiyn } : {}
      differences.push({ kind: 'twice_there', invId, thereTiyn, ...here })
    } else if (!order) differences.push({ kind: 'unknown_here', invId, thereTiyn })
    else if (!isPaid(order)) {
      differences.push({ kind: 'not_paid_here', invId, thereTiyn })
    } else if (order.chargeTiyn !== thereTiyn) {
      differences.push({ kind: 'amount', invId, thereTiyn, hereTiyn: order.chargeTiyn })
    } else {
      agreed += 1
      agreedTiyn += thereTiyn
    }
    seen.add(invId)
  }
  for (const invId of refunds) {
    const order = known.get(invId)
    if (order?.state === 'paid')
      differences.push({ kind: 'refunded_there', invId, thereTiyn: order.chargeTiyn })
  }
  for (const { invId, amountTiyn: thereTiyn, hasNoSuchDay } of rows) {
    if (hasNoSuchDay) differences.push({ kind: 'no_such_day', invId, thereTiyn })
  }
  const days = registryPeriod(payments)
  for (const order of days ? orders : []) {
    const isInside = order.paidOn !== null && days && order.paidOn >= days.from && order.paidOn <= days.until
    if (isInside && !seen.has(order.invId) && !refunds.has(order.invId)) {
      differences.push({ kind: 'missing_there', invId: order.invId, hereTiyn: order.chargeTiyn })
    }
  }
  return { agreed, agreedTiyn, differences, from: days?.from ?? null, until: days?.until ?? null }
}
