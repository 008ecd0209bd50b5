import { replaceUnlessAfter } from './replace-unless-after.ts'

/**
 * The quiz's questions and answers as parts of identifiers, such as `beforeMenstruation`. A test
 * compares the list with the quiz, which this script does not import.
 */
const topics = [
  'gender|female|menstruation|menopause|pms|fatigue|swelling|sleep|anxiety|digestion|insulin|thyroid|calmness|energy',
  'goals|tongue|feeling|heaviness|craving|pupils|emotion|sweets|hungry|breakdown|diet|everything.?right',
  'health.?issues|weight.?loss|eye.?whites|after.?eating|under.?30|3-more',
].join('|')
const topic = new RegExp(`(^|[^\\w$-])[\\w$-]*?(?:${topics})[\\w$-]*`, 'gi')
const male = /(^|[^a-z])male(?![a-z])/gi

const subcategory = /(^|[^\w$])[abc]?[abc][12](?![\w$])/gi
const category = /(\bcategory\b[\s:=]{1,3})[abc](?![\w$])/gi

const date =
  /(^|[^\w$])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:T[\d:.]+Z?)?(?!\w)/g
/** Matches numbers of two digits or more outside names, addresses and file positions. */
const endOfNameOrPath = /(?:[\w$.#@-]|\.\w{2,4}:|\.\w{2,4}:\d{1,7}:)$/
const number = /(?:\d-\d|\d{2,})(?:[\s.,/-]\d+)*\+?(?![\w$])/g
const technicalBefore = /\b(?:(?:answered|status|code|http|position|line|column|chunk)[\s:=]{1,2}|error )$/i
const technicalAfter = /^\s?(?:m?s|px|bytes?|[km]i?b)\b/i

/** Quotations of more than one identifier. */
const quoted = /'(?![\w$.-]*')[^'\n]*'(?!\w)/g
const quotedByGraves = /`(?![\w$.-]*`)[^`\n]*`/g

/**
 * Removes possible answers from a line: the quiz's words, categories, dates, quotations and
 * numbers, except for statuses, file positions and durations. It removes too much rather than too
 * little.
 */
export function redactAnswers(line: string): string {
  const told = replaceUnlessAfter(line, /\w$/, quoted, () => "'…'")
    .replace(quotedByGraves, "'…'")
    .replace(topic, '$1[answer]')
    .replace(male, '$1[answer]')
    .replace(subcategory, '$1[answer]')
    .replace(category, '$1[answer]')
    .replace(date, '$1[date]')
  return replaceUnlessAfter(told, endOfNameOrPath, number, (found, at) =>
    technicalBefore.test(told.slice(0, at)) || technicalAfter.test(told.slice(at + found.length))
      ? found
      : '[number]',
  )
}

const band = /^\d+(?:-\d+|\+)(?=\.|$)/

/**
 * Returns whether a part of an address is of the quiz's own words, a category, a date or a band of
 * ages.
 */
export function revealsAnswer(segment: string): boolean {
  return [topic, male, subcategory, date, band].some((each) => segment.search(each) !== -1)
}
