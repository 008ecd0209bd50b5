export const nbsp = '\u00a0'
/** The hyphen at which no line ends. */
const nbHyphen = '\u2011'

const units =
  '₸|%|кг|г|см|мл|л|час(?:а|ов)?|мин|минуты?|день|дн(?:я|ей)|недел[иь]|месяц(?:а|ев)|лет|раза?|ккал'
const shortWords = 'а|в|и|к|о|с|у|я|во|до|за|из|из-за|ко|на|не|ни|но|об|от|по|со'

// The months stand whole or as lists shorten them: «29 ноября», «29 нояб.». «от 1 до 5»: before «до» when that leads on to a number.
const months = 'янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек'
const afterDigit = `\\d{3}(?!\\d)|(?:${units})(?![а-яё])|${months}|до[ \u00a0]\\d`
const beforeWeak = '[—–] |(?:же|ли|бы)(?![а-яё])'
const noBreaks = new RegExp(`(\\d) (?=${afterDigit})|(№) | (?=${beforeWeak})`, 'gi')
// At the end of a text too: a link may follow it. No lookbehind: iOS before 16.4 refuses the whole script over one.
const afterShortWords = new RegExp(`(^|[\\s(«])((?:(?:${shortWords}) )+)(?=\\S|$)`, 'gi')
const hyphenated = /([а-яё])-(?=лист|(?:то|либо|нибудь)(?![а-яё]))/gi

/** Texts that the specification quotes, and which are shown sign by sign as it has them (`quoted.test.ts` knows all of them). */
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
 * Puts no-break spaces where a line must not end: between the thousands of a number and before its unit or month, after
 * «№», before a dash and before a particle, after a one- or two-letter word; a no-break hyphen in «чек-лист» and «что-то»; one sign for an
 * ellipsis. Texts are typed with plain spaces; this runs once, as a module loads.
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
 * `typesetLine` over every string of plain data, and of what its functions answer; numbers stay as they are. What an object holds is set
 * when it is first read: a page imports far more texts than it shows.
 */
export function typeset<T>(texts: T): T {
  return mapStrings(texts, typesetLine) as T
}

/** Every string of plain data made anew, those that its functions answer too, and an object's when they are first read; its shape stays. */
export function mapStrings(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value)
  if (typeof value === 'function') return (...args: unknown[]) => mapStrings(value(...args), make)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, make))
  if (typeof value !== 'object' || value === null) return value
  const made = {}
  for (const [key, item] of Object.entries(value)) defineLazily(made, key, () => mapStrings(item, make))
  return made
}

/** A property that is worked out once, when somebody first reads it. */
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
