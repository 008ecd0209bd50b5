import { firstSheetPart, sharedStrings, sheetRows } from '@app/domain/desk/imports/sheet-xml'
import { Unzip, UnzipInflate } from 'fflate'

export type XlsxReading =
  | { outcome: 'read'; rows: Iterable<string[]> }
  | { outcome: 'not_a_table' | 'unpacks_too_large' }

/** A table of twenty thousand people unpacks to half of it. A few kilobytes may unpack to gigabytes. */
const maxUnpackedBytes = 60 * 1024 * 1024
const slice = 16 * 1024

const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/

/** Reads the first sheet of a workbook. Unpacking stops once it is too much, whatever the file says of its size. */
export function xlsxRows(bytes: Uint8Array): XlsxReading {
  const parts = new Map<string, string>()
  let unpacked = 0
  let isBroken = false
  const unzip = new Unzip((part) => {
    if (!wanted.test(part.name)) return
    const decoder = new TextDecoder()
    let text = ''
    part.ondata = (error, chunk, isLast) => {
      if (error) isBroken = true
      unpacked += chunk?.length ?? 0
      if (error || unpacked > maxUnpackedBytes) return
      text += decoder.decode(chunk, { stream: !isLast })
      if (isLast) parts.set(part.name, text)
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && unpacked <= maxUnpackedBytes; at += slice)
      unzip.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
  } catch {
    isBroken = true
  }
  if (unpacked > maxUnpackedBytes) return { outcome: 'unpacks_too_large' }
  const named = firstSheetPart(
    parts.get('xl/workbook.xml') ?? '',
    parts.get('xl/_rels/workbook.xml.rels') ?? '',
  )
  const sheet = parts.get(named ?? 'xl/worksheets/sheet1.xml')
  if (isBroken || sheet === undefined) return { outcome: 'not_a_table' }
  return { outcome: 'read', rows: sheetRows(sheet, sharedStrings(parts.get('xl/sharedStrings.xml') ?? '')) }
}
