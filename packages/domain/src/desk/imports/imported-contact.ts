import { readPhone } from '../../messages/phone.ts'
import { checkEmail, contactLimits, normalizeEmail } from '../../quiz/contact.ts'
import { cleanText, hasVisibleText } from '../../text.ts'

/** More than this is no address book of one practice. */
export const maxImportedContacts = 20_000

/** Somebody whom the owner knew before the site. They have agreed to nothing. */
export type ImportedContact = {
  /** The row in the file. */
  row: number
  name: string | null
  email: string | null
  /** Digits with the country's code. */
  phone: string | null
}

/** The kind of data in a column of a file. */
export const columnRoles = ['name', 'surname', 'phone', 'email', 'none'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** A row's fault: it has neither phone nor e-mail, or an invalid one. */
export type RowFault = {
  row: number
  fault: 'nothing' | 'phone' | 'email'
  value: string
  isLeftOut: boolean
}

export type ReadContacts = {
  contacts: ImportedContact[]
  faults: RowFault[]
  /** Rows with the number or the mail of one before them, which took what it lacked from them. */
  repeated: number
}

type Row = { row: number; cells: readonly string[] }

/** Reads the contacts of a file's rows by what its columns hold. */
export function readContacts(rows: readonly Row[], roles: ReadonlyMap<number, ColumnRole>): ReadContacts {
  const contacts: ImportedContact[] = []
  const faults: RowFault[] = []
  const known = new Map<string, ImportedContact>()
  let repeated = 0
  for (const { row, cells } of rows) {
    const of = (role: ColumnRole) =>
      cells.filter((cell, index) => cell !== '' && roles.get(index) === role).join(' ::: ')
    const phone = firstOf(of('phone'), toPhone)
    const email = firstOf(of('email'), toEmail)
    const isLeftOut = phone === null && email === null
    if (isLeftOut && of('phone') === '' && of('email') === '')
      faults.push({ row, fault: 'nothing', value: toName(of('name')) ?? '', isLeftOut })
    if (phone === null && of('phone') !== '')
      faults.push({ row, fault: 'phone', value: of('phone').slice(0, 60), isLeftOut })
    if (email === null && of('email') !== '')
      faults.push({ row, fault: 'email', value: of('email').slice(0, 60), isLeftOut })
    if (isLeftOut) continue
    const name = toName([of('name'), of('surname')].filter(Boolean).join(' '))
    const same = (phone && known.get(phone)) || (email && known.get(email))
    const contact = same || { row, name, email, phone }
    if (same) {
      repeated += 1
      same.name ??= name
      same.email ??= email
      same.phone ??= phone
    } else contacts.push(contact)
    if (phone) known.set(phone, contact)
    if (email) known.set(email, contact)
  }
  return { contacts, faults, repeated }
}

/** Address books keep several in a cell: the first that can be one counts. */
function firstOf(cell: string, read: (part: string) => string | null): string | null {
  for (const part of cell.split(/:::|[;,\n|]|\s\/\s/)) {
    const value = read(part.trim())
    if (value !== null) return value
  }
  return null
}

/**
 * A number as tables hold it: with the apostrophe that keeps it a text, as Meta's lead forms write it (`p:+7…`), or as a spreadsheet
 * counts it (`7,7071E+10` has lost its digits, `77071234567.0` has not).
 */
export function toPhone(cell: string): string | null {
  const text = cell
    .replace(/^'/, '')
    .replace(/^(?:p|tel|phone|whatsapp):/i, '')
    .replace(/^(\d{10,15})\.0$/, '$1')
  const exact = /^\d\.\d{9,14}E\+?\d\d$/i.test(text) ? Number(text).toFixed(0) : text
  const reading = readPhone(exact)
  return reading.ok ? reading.digits : null
}

function toEmail(cell: string): string | null {
  const email = normalizeEmail(cell.replace(/^'/, '').replace(/^mailto:/i, '')).toLowerCase()
  return email !== '' && checkEmail(email) === null && /^[!-~]+$/.test(email) ? email : null
}

function toName(cell: string): string | null {
  const name = cleanText(cell.replaceAll(' ::: ', ' ').replace(/^'(?=[=+\-@])/, ''))
    .replace(/\s+/g, ' ')
    .trim()
  return hasVisibleText(name) ? Array.from(name).slice(0, contactLimits.name).join('').trim() : null
}
