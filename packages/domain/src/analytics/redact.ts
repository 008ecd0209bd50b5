import { redactAnswers, revealsAnswer } from './redact-answers.ts'
import { redactNames } from './redact-names.ts'

const maxMessageLength = 500
const maxStackLength = 4000

/**
 * Takes out of a technical text what could tell who somebody is or what they answered: addresses of mail, phone
 * and other long numbers, measures of a body, tokens, whatever follows a `?` or `#`, everything quoted or in braces,
 * names in Latin letters, and every word in Cyrillic, which the product's own messages never use.
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

/** A place in a script, as the engines write it: what stands there with a capital is a function. */
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

/** What a body is measured in. Seconds, bytes and pixels are nobody's. */
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

/** A word that our own event tells on purpose: the id of a step, the name of a button. */
export function redactField(value: string): string {
  return redactText(value.slice(0, maxMessageLength * 2)).slice(0, maxMessageLength)
}

/** Keeps a stack's places; its first lines, which repeat the message, are redacted like one. */
export function redactStack(stack: string): string {
  return redactTextAndAnswers(stack.slice(0, maxStackLength)).slice(0, maxStackLength)
}

/** An address without its query and fragment, and with whatever in its path looks like a token or a person. */
export function redactUrl(url: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? []
  return origin.replace(/\/\/[^/@]*@/, '//') + path.split('/').map(redactSegment).join('/')
}

/**
 * File names stay, but not those of checklists, which are the result: `a2.pdf`. So do the line and column that a
 * stack puts after a name, and the blanks of a route's pattern.
 */
function redactSegment(segment: string): string {
  if (/^:\w+$/.test(segment)) return segment
  const name = segment.replace(filePosition, '')
  if (revealsAnswer(name) || /\d{7}/.test(name)) return ':id'
  return fileName.test(segment) || /^[\w-]{0,23}(?::\d+){0,2}$/.test(segment) ? segment : ':id'
}

const fileName = /^[\w.-]+\.(?:m?js|tsx?|css|svg|png|jpe?g|webp|ico|woff2?|json|html)(?::\d+){0,2}$/
const filePosition = /(?::\d+){1,2}$/
