import { globSync } from 'node:fs'
import path from 'node:path'
import { anyAnswers } from '@app/domain/quiz/answers.arbitrary'
import { categories, categoryOf, subcategories } from '@app/domain/result/categories'
import { extrasOf } from '@app/domain/result/extras'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuthRefusal } from '../auth-errors.ts'
import { loadDailyMessages } from '../daily/load-daily-messages.ts'
import { sampleOwner } from '../sandbox/sample-owner.ts'
import { typesetLine } from './typeset.ts'

const folder = path.join(import.meta.dirname, '..')

/** What must stay as it was typed, and why. */
const plain = new Set([
  // Word for word as the specification quotes it.
  'paymentErrorTexts',
  // What the payment provider allows holds no such signs.
  'paymentDescriptions',
  // Settings, as an owner would type them.
  'sampleOwner',
  // They travel in an address, a file's name, a terminal.
  'chatTexts',
  'checklistFileName',
  'contactCard',
  'commandTexts',
  'startGreeting',
])

/** Functions that set nothing themselves: they count, look up or build of what is set where it is told. */
const helpers = new Set([
  ...['plural', 'countWithNoun', 'monthOf', 'mapStrings', 'typeset', 'typesetLine', 'loadDailyMessages'],
  ...['paragraph', 'list', 'link', 'plainText', 'inlineText', 'mailLink', 'phoneLink', 'supportLink'],
  ...['chooseHeadline', 'renderSentences', 'filterAdvice', 'parseDailyMessage', 'renderDailyMessage'],
  'formatPhone',
  // A file's name, which not every folder shows typeset; `checklists.test.ts` reads it.
  'checklistSavedAs',
  // Sections of the legal pages, which are set as wholes.
  ...['termsOfUse', 'termsOfBuying', 'whatWeCollect', 'sharingSections', 'yourRights'],
  // A mail's subject, its rows and its HTML are read by programs first; `mail.test.ts` reads the rest.
  ...[
    'buildMail',
    'renderMail',
    'partHtml',
    'mailPage',
    'receiptMail',
    'refundNoteMail',
    'unreachedNoteMail',
    'noticeMail',
    'orderRows',
    'ownerOrderMail',
  ],
  // A file of what people have typed; its words are those of `exported-tables.ts`, and its own test reads them.
  'ownDataPage',
  ...['ownerAlertMessage', 'incidentMessage', 'ownerMessage', 'weeklyMail'],
])

const charge = { priceTiyn: 5_000_000, depositTiyn: 500_000, chargeTiyn: 4_500_000 }
const refusals: AuthRefusal[] = [
  { code: 'otp_expired' },
  { code: 'over_email_send_rate_limit', message: 'after 42 seconds' },
  { code: 'weak_password', reasons: ['length', 'characters', 'pwned', 'personal'] },
  { status: 429 },
  { status: 503 },
  { message: 'в доме' },
]
const [someAnswers] = fc.sample(anyAnswers, { numRuns: 1, seed: 1 })

/** What every other function is asked here: its texts over arguments that bring out all its ways. */
const asked: Record<string, (ask: (...args: never[]) => unknown) => unknown> = {
  authErrorText: over(refusals),
  passkeyErrorText: over([
    { code: 'validation_failed', status: 404 },
    { code: 'webauthn_challenge_expired' },
    { code: 'insufficient_aal' },
  ]),
  ownWordsAdvice: over(['колени']),
  answerText: (ask) =>
    [
      ['gender', 'female'] as const,
      ['weight', 78.5] as const,
      ['healthIssues', ['fatigue', 'other:сон']] as const,
    ].map(([key, value]) => ask(...([key, value] as never[]))),
  validationMessage: over(['required', 'phone_short', 'too_small']),
  halfwayText: over([{ answered: 12, total: 23, ahead: ['body', 'habits'], minutes: 2 }]),
  refundLine: (ask) => ask(...(['Вопросы', sampleOwner, 'https://site.kz'] as never[])),
  concernText: (ask) => ask(...(['diagnosis', ['thyroid']] as never[])),
  depositTaken: over([charge]),
  depositNote: over([charge]),
  formatDay: over(['2026-11-21']),
  formatDays: (ask) => ask(...(['2026-11-30', '2026-12-06'] as never[])),
  formatMinute: over([new Date(0)]),
  formatInstant: over([new Date(0)]),
  formatMoment: over([new Date(0)]),
  deviceName: over([
    { browser: null, system: null },
    { browser: 'Safari', system: 'iPhone' },
  ]),
  formatShortDay: (ask) => ['2026-11-21', '2020-11-21'].map((day) => ask(...([day, new Date()] as never[]))),
  journalFactText: (ask) =>
    [
      ...[['status', 'talking'] as const, ['state', 'to_arrange'] as const, ['role', 'assistant'] as const],
      ...[['nextContactOn', '2026-11-21'] as const, ['startsAt', '2026-11-21T10:04:00Z'] as const],
      ...[['day', 2] as const, ['paused', true] as const, ['tags', null] as const],
    ].map(([fact, value]) => ask(...([fact, value, new Date(0)] as never[]))),
  formatTenge: over([500_000, 9950]),
  reasonText: over(['sleepFeeling:2', 'gender:male']),
  checklistFor: (ask) => subcategories.map((id) => ask(...([id, someAnswers] as never[]))),
  firstTask: (ask) => subcategories.map((id) => ask(...([id, someAnswers] as never[]))),
  extrasTexts: over(categories.map((category) => extrasOf(category, someAnswers!))),
  todaysStep: (ask) =>
    subcategories.map((id) =>
      ask(...([{ mainCategory: categoryOf(id), subCategory: id }, someAnswers] as never[])),
    ),
  resultText: (ask) =>
    subcategories.map((id) =>
      ask(...([{ mainCategory: categoryOf(id), subCategory: id }, someAnswers] as never[])),
    ),
  ...Object.fromEntries(
    [
      'termsPage',
      'privacyPage',
      'aboutPage',
      'healthConsent',
      'marketingConsent',
      'messagesConsent',
      'supportLine',
    ].map((name) => [name, over([sampleOwner])]),
  ),
}

function over(samples: readonly unknown[]) {
  return (ask: (...args: never[]) => unknown) => samples.map((sample) => ask(sample as never))
}

/** Parts that whoever gathers them sets: each is read through `results.ts`, `checklists.ts`, the legal pages. */
const parts = /^(results\/[abc]\d|checklists\/[abc]\d|legal\/personal-data)\.ts$/
/** The panel's engineers read English, the terminal's and the interface's documents are theirs too. */
const engineers = /^(ui\/panel|panel-errors|api-docs|commands|diagnostics(\/[a-z-]+)?)\.ts$/

const modules = globSync('**/*.ts', { cwd: folder }).filter(
  (file) => !/\.test\.ts$/.test(file) && !parts.test(file) && !engineers.test(file),
)

test.each(modules)('everything a person reads in %s is typeset', async (file) => {
  const exported: Record<string, unknown> = await import(path.join(folder, file))
  for (const [name, value] of Object.entries(exported)) {
    if (plain.has(name) || helpers.has(name)) continue
    if (isFunction(value)) expect(asked, `${name} is asked for its texts`).toHaveProperty(name)
    const texts = isFunction(value) ? asked[name]?.(value) : value
    for (const text of stringsIn(texts)) expect(text, name).toBe(typesetLine(text))
  }
})

test('so are the daily messages', () => {
  for (const text of stringsIn(loadDailyMessages())) expect(text).toBe(typesetLine(text))
})

/** Texts that are made of something are asked with what any of them can take: a number, written out. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (isFunction(value)) return stringsIn(value(...(['21', '21', '21', '21'] as never[])))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

function isFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function'
}
