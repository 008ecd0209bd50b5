export const nbsp = '\u00a0'
const nonBreakingHyphen = '\u2011'

const units = '₸|%|кг|г|см|мл|л|час|часа|часов|мин|минут|минуты|дня|дней|лет|раза|раз|ккал'
const shortWords = 'а|в|и|к|о|с|у|я|во|до|за|из|из-за|ко|на|не|ни|но|об|от|по|со'

const thousands = /(\d) (?=\d{3}(?!\d))/g
const beforeUnit = new RegExp(`(\\d) (?=(?:${units})(?![а-яё]))`, 'gi')
// No lookbehind: iOS before 16.4 refuses the whole script over one.
const afterShortWords = new RegExp(`(^|[\\s(«])((?:(?:${shortWords}) )+)(?=\\S)`, 'gi')

const checklistHyphen = /(чек)-(?=лист)/gi
const particleHyphen = /([а-яё])-(?=(?:то|либо|нибудь)(?![а-яё]))/gi

/**
 * Puts no-break spaces where a line must not end: between the thousands of a number and before its unit, before
 * a dash, after a one- or two-letter word; and no-break hyphens into «чек-лист» and «что-то». Texts are typed with plain spaces; this runs once, as a module loads.
 */
export function typesetLine(text: string): string {
  return text
    .replace(thousands, `$1${nbsp}`)
    .replace(beforeUnit, `$1${nbsp}`)
    .replace(/ (?=— )/g, nbsp)
    .replace(checklistHyphen, `$1${nonBreakingHyphen}`)
    .replace(particleHyphen, `$1${nonBreakingHyphen}`)
    .replace(afterShortWords, (_, before: string, words: string) => before + words.replaceAll(' ', nbsp))
}

/** `typesetLine` over every string of plain data; functions and numbers stay as they are. */
export function typeset<T>(texts: T): T {
  return typesetAny(texts) as T
}

function typesetAny(value: unknown): unknown {
  if (typeof value === 'string') return typesetLine(value)
  if (Array.isArray(value)) return value.map(typesetAny)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typesetAny(item)]))
}
