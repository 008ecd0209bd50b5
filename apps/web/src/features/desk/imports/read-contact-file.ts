import { csvRows } from '@app/domain/desk/csv'
import { readContactTable, type TableReading } from '@app/domain/desk/imports/contact-table'
import { vcardRows } from '@app/domain/desk/imports/vcard'

/** Twenty thousand people with forty answers each are less. */
export const maxContactFileBytes = 10 * 1024 * 1024

/** The reason why a file cannot be read. */
type FileFault = 'too_large' | 'old_excel' | 'not_a_table' | 'unpacks_too_large'

export type ContactFileReading = TableReading | { outcome: 'unreadable'; fault: FileFault }

/**
 * Reads a file of contacts in the browser: CSV in any of the usual encodings, XLSX, or the cards of a phone. Of all that the file says
 * only the chosen columns ever leave the device.
 */
export async function readContactFile(file: Blob): Promise<ContactFileReading> {
  if (file.size > maxContactFileBytes) return { outcome: 'unreadable', fault: 'too_large' }
  const bytes = new Uint8Array(await new Response(file).arrayBuffer())
  if (startsWith(bytes, [0x50, 0x4b])) {
    const { xlsxRows } = await import('./xlsx-rows.ts')
    const sheet = xlsxRows(bytes)
    return sheet.outcome === 'read'
      ? readContactTable(sheet.rows)
      : { outcome: 'unreadable', fault: sheet.outcome }
  }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { outcome: 'unreadable', fault: 'old_excel' }
  const text = decode(bytes)
  // A picture or a PDF under another name has bytes that no text has; a page of HTML is no table either.
  if (text.includes('\0') || /^\ufeff?\s*(?:%PDF|<(?:!doctype|html|\?xml|table))/i.test(text))
    return { outcome: 'unreadable', fault: 'not_a_table' }
  return readContactTable(/^\ufeff?\s*BEGIN:VCARD/i.test(text) ? vcardRows(text) : csvRows(text))
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** Meta's lead forms are UTF-16 with its mark; what is no UTF-8 comes from a Windows program in its own letters. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
