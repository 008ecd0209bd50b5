import { redactAnswers, revealsAnswer } from './redact-answers.ts'
import { redactNames } from './redact-names.ts'

const maxMessageLength = 500
const maxStackLength = 4000

/**
 * Removes personal data from a technical text: addresses, phones and long numbers, body measures,
 * tokens, queries and fragments, quotations and braces, names in Latin letters, and all Cyrillic
 * words, which the product's own messages never contain.
 */
export function redactText(text: string): string {
  return mapLines(redactFilePosition(text), redactNames)
}

function mapLines(text: string, redact: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => (stackLine.test(line) ? line : redact(line)))
    .join('\n')
}

/** A position in a script. Capitalized words there are functions. */
const stackLine = /^\s*at\s.*:\d+:\d+\)?$|@\S+:\d+:\d+$/

/** Redacts only what must not stand even in the name of a script or a function. */
export function redactFilePosition(text: string): string {
  return text
    .replace(/https?:\/\/[^\s"'`)<>]+/g, redactUrl)
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replace(/\{[^{}]*\}/g, '{…}')
    .replace(/"[^"\n]*"|«[^»\n]*»|“[^”\n]*”/g, '"…"')
    .replace(/[?#][\w%.+-]+=[^\s)]*/g, '')
    .replace(/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g, '[token]')
    .replace(/\b(?=[\w-]*\d)[\w-]{24,}\b(?!\.\w)/g, '[token]')
    .replace(/(^|[^\w:.])\+?\d(?:[\s().-]{0,2}\d){8,}/g, '$1[number]')
    .replace(measure, '$1[number]')
    .replace(namedMeasure, '$1[number]')
    .replace(/(^|[^\w.])\d+(?:[.,]\d+)?(?=\s*\p{Script=Cyrillic})/gu, '$1[number]')
    .replace(/(\p{Script=Cyrillic}[\s:=–-]{1,3})\d+(?:[.,]\d+)?/gu, '$1[number]')
    .replace(/\p{Script=Cyrillic}+(?:[\s,.-]+\p{Script=Cyrillic}+)*/gu, '[text]')
}

/** Units of body measures. Seconds, bytes and pixels are not personal. */
const measure =
  /(^|[^\w.])\d{1,3}(?:[.,]\d+)?(?:\s?\/\s?\d{1,3})?[\s-]?(?:kgs?|kilos?|kilograms?|cm|centimet(?:re|er)s?|lbs?|pounds?|feet|ft|inch(?:es)?|years?|yrs?|y\.?o\.?|kcal|mmhg|bpm|mmol(?:\/l)?)(?![\w])/gi
const namedMeasure =
  /(\b(?:weight|height|age|bmi|waist|pulse|pressure|ves|rost|vozrast)\b[\s:=,'"-]{1,4}(?:(?:is|was|of)\s)?)\d{1,3}(?:[.,]\d+)?(?:\/\d{1,3})?/gi

/** Redacts the message of an error, which may repeat what was answered. */
export function redactMessage(message: string): string {
  return redactTextAndAnswers(message.slice(0, maxMessageLength * 2)).slice(0, maxMessageLength)
}

function redactTextAndAnswers(text: string): string {
  return mapLines(redactText(text), redactAnswers)
}

/** Redacts a field of our own events, such as a step id or a button name. */
export function redactField(value: string): string {
  return redactText(value.slice(0, maxMessageLength * 2)).slice(0, maxMessageLength)
}

/** Keeps a stack's places; its first lines, which repeat the message, are redacted like one. */
export function redactStack(stack: string): string {
  return redactTextAndAnswers(stack.slice(0, maxStackLength)).slice(0, maxStackLength)
}

/**
 * Removes the query and fragment of an address, and path segments that look like tokens or people.
 */
export function redactUrl(url: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? []
  return origin.replace(/\/\/[^/@]*@/, '//') + path.split('/').map(redactSegment).join('/')
}

/**
 * Keeps file names, line numbers and route parameters. Checklist files are removed, because their
 * names are results: `a2.pdf`.
 */
function redactSegment(segment: string): string {
  if (/^:\w+$/.test(segment)) return segment
  const name = segment.replace(filePosition, '')
  if (revealsAnswer(name) || /\d{7}/.test(name)) return ':id'
  return fileName.test(segment) || /^[\w-]{0,23}(?::\d+){0,2}$/.test(segment) ? segment : ':id'
}

const fileName = /^[\w.-]+\.(?:m?js|tsx?|css|svg|png|jpe?g|webp|ico|woff2?|json|html)(?::\d+){0,2}$/
const filePosition = /(?::\d+){1,2}$/
