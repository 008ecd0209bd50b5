export const nbsp = '\u00a0'
/** The non-breaking hyphen. */
const nbHyphen = '\u2011'

const units =
  '₸|%|кг|г|см|мл|л|час(?:а|ов)?|мин|минуты?|день|дн(?:я|ей)|недел[иь]|месяц(?:а|ев)|лет|раза?|ккал'
const shortWords = 'а|в|и|к|о|с|у|я|во|до|за|из|из-за|ко|на|не|ни|но|об|от|по|со'

// The names and abbreviations of months. «до» counts when a number follows: «от 1 до 5».
const months = 'янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек'
const afterDigit = `\\d{3}(?!\\d)|(?:${units})(?![а-яё])|${months}|до[ \u00a0]\\d`
const beforeWeak = '[—–] |(?:же|ли|бы)(?![а-яё])'
const noBreaks = new RegExp(`(\\d) (?=${afterDigit})|(№) | (?=${beforeWeak})`, 'gi')
// The end of the text counts, because a link may follow. Lookbehind is avoided, because iOS before
// 16.4 rejects the script.
const afterShortWords = new RegExp(`(^|[\\s(«])((?:(?:${shortWords}) )+)(?=\\S|$)`, 'gi')
const hyphenated = /([а-яё])-(?=лист|(?:то|либо|нибудь)(?![а-яё]))/gi

/** Quoted texts of the specification, which stay exact (`quoted.test.ts`). */
const quoted = new Set([
  'Войти в аккаунт',
  'Оплата не прошла',
  'Данные профиля не найдены. Пройдите тест сначала.',
  'Данные профиля не найдены.',
  'Отправляем...',
  'Отправляем код подтверждения на ваш email...',
  'Код подтверждения отправлен на ваш email',
  'Новый код подтверждения отправлен на ваш email',
  'Ошибка при отправке в WhatsApp. Попробуйте позже.',
])

/**
 * Puts no-break spaces between digits and units, after «№», before dashes and particles, and after
 * short words; a no-break hyphen into «чек-лист» and «что-то»; and an ellipsis character for three
 * dots.
 */
export function typesetLine(text: string): string {
  if (quoted.has(text)) return text
  return text
    .replace(noBreaks, `$1$2${nbsp}`)
    .replace(hyphenated, `$1${nbHyphen}`)
    .replace(/\.{3}/g, '…')
    .replace(afterShortWords, (_, before: string, words: string) => before + words.replaceAll(' ', nbsp))
}

/**
 * Typesets every string of plain data and every result of its functions. Objects are typeset on
 * first read, because a page imports more texts than it shows.
 */
export function typeset<T>(texts: T): T {
  return mapStrings(texts, typesetLine) as T
}

/** Maps every string of plain data, of functions' results, and of objects on first read. */
export function mapStrings(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value)
  if (typeof value === 'function') return (...args: unknown[]) => mapStrings(value(...args), make)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, make))
  if (typeof value !== 'object' || value === null) return value
  const made = {}
  for (const [key, item] of Object.entries(value)) defineLazily(made, key, () => mapStrings(item, make))
  return made
}

/** Defines a property that is computed on first read. */
function defineLazily(object: object, key: string, work: () => unknown): void {
  let made: { value: unknown } | undefined
  Object.defineProperty(object, key, {
    enumerable: true,
    get() {
      made ??= { value: work() }
      return made.value
    },
  })
}
