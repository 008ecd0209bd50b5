import { expect, test } from 'vitest'
import { quizOptions } from '../quiz/options.ts'
import { steps } from '../quiz/steps.ts'
import { storedCategory, subcategories } from '../result/categories.ts'
import { redactMessage, redactStack, redactText, redactUrl } from './redact.ts'

test.each([
  ['cannot reach aliya.k+1@mail.example.kz now', 'cannot reach [email] now'],
  ['call +7 701 123-45-67 back', 'call [number] back'],
  ['call 87011234567 back', 'call [number] back'],
  [
    'Unexpected token \'i\', "insulinResistance" is not valid JSON',
    'Unexpected token \'i\', "…" is not valid JSON',
  ],
  ['no answer «Часто»: sleepProblems', 'no answer "…": sleepProblems'],
  ['Алия Сергеева is not a number', '[text] is not a number'],
  ['saved {"weight":72.5} twice', 'saved {…} twice'],
  ['sent eyJhbGciOiJF.eyJzdWIiOiIx.c2lnbmF0dXJl away', 'sent [token] away'],
  ['result 3fGh_29dkKq0ZmXv71Lt-bPw5RyAe8Uc is gone', 'result [token] is gone'],
  ['GET /profile?data=%7B%22weight%22 failed', 'GET /profile failed'],
  [
    'see https://react.dev/errors/418?args[]=Часто for details',
    'see https://react.dev/errors/418 for details',
  ],
  ['Aliya Sergeeva is not a number', '[name] is not a number'],
  ['Aliya is not a number', '[name] is not a number'],
  ['no lead of Zhanerke in the outbox', 'no lead of [name] in the outbox'],
  ['cannot save for ALIYA or aigerim', 'cannot save for [name] or [name]'],
  ["unknown name 'Serikova'", "unknown name '[name]'"],
  ['Error: Botagoz-Maria: not found', 'Error: [name]: not found'],
  ['name: Zhanerke', 'name: [name]'],
  ['weighs 72 kg at 168 cm', 'weighs [number] at [number]'],
  ['72.5kg, 34 years, 120/80 mmHg', '[number], [number], [number]'],
  ['weight: 72.5 is too much for age 34', 'weight: [number] is too much for age [number]'],
  ['72 кг при росте 168', '[number] [text] [number]'],
])('%o is told as %o', (text, told) => {
  expect(redactText(text)).toBe(told)
})

test.each([
  "Cannot read properties of undefined (reading 'stepId')",
  'POST /api/leads answered 503',
  'Minified React error #418',
  'TypeError: Failed to fetch',
  'Failed to fetch dynamically imported module',
  'Loading chunk 4 failed after 5000 ms',
  "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
  'Internal Server Error',
  'Maximum call stack size exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
  'Non-Error promise rejection captured with value 3',
  'Object.keys(...).map is not a function',
  'Script error.',
  'Load failed',
  'The server answered 422',
  'slow.js brought nothing in 5 s',
  'Error',
  'TypeError',
  'Request failed with status code 404',
  'Unexpected end of JSON input at position 128',
])('%o stays as it is', (text) => {
  expect(redactMessage(text)).toBe(text)
})

test.each([
  ["no option 'female' in gender", "no option '[answer]' in [answer]"],
  ['gender=female', '[answer]=[answer]'],
  ['isFemale is not a function', '[answer] is not a function'],
  ["Cannot read 'beforeMenstruation'", "Cannot read '[answer]'"],
  ['step before-menstruation failed to render', 'step [answer] failed to render'],
  ['healthIssues: fatigue,swelling', '[answer]: [answer],[answer]'],
  ['category A2 not found', 'category [answer] not found'],
  ['category: b is unknown', 'category: [answer] is unknown'],
  ['cannot load checklists/a2.pdf', 'cannot load checklists/[answer].pdf'],
  ['date 1985-04-12 is refused', 'date [date] is refused'],
  ['born 12.04.1985', 'born [date]'],
  ['weighs 58', 'weighs [number]'],
  ['between 30-39 or 60+', 'between [number] or [number]'],
  ['phone 701 555', 'phone [number]'],
  ["unknown value 'my back hurts' in goals", "unknown value '…' in [answer]"],
])('the message %o is told as %o', (text, told) => {
  expect(redactMessage(text)).toBe(told)
  expect(redactStack(`Error: ${text}\n    at f (https://clearday.kz/a.js:12:58)`)).toBe(
    `Error: ${told}\n    at f (https://clearday.kz/a.js:12:58)`,
  )
})

test('no message tells a question, an answer or a category in the product’s own words', () => {
  // Of these alone nothing can be told, and other messages need them.
  const ordinary = new Set([
    'age',
    'height',
    'weight',
    'consultation',
    'welcome',
    'contact',
    'never',
    'other',
    'none',
  ])
  const words = [
    ...Object.keys(quizOptions),
    ...Object.values(quizOptions).flat(),
    ...steps.map(({ id }) => id),
    ...subcategories,
    ...subcategories.map(storedCategory),
  ].filter((word) => !/^(\d|yes|no|maybe)$/.test(word) && !ordinary.has(word))

  expect(words.length).toBeGreaterThan(60)
  for (const word of words) {
    for (const text of [`no ${word} here`, `got '${word}'`, `got ${word}`, `{${word}}`, `at /x/${word}/y`])
      expect(redactMessage(text)).not.toContain(word)
    expect(redactUrl(`https://clearday.kz/x/${word}`)).toBe('https://clearday.kz/x/:id')
    expect(redactUrl(`/x/${word.toLowerCase()}.webp`)).toBe('/x/:id')
  }
})

test('a stack keeps its places', () => {
  const stack =
    'TypeError: x\n    at Quiz (https://clearday.kz/assets/index-nIx46XwT.js:12:1234567)\n    at https://clearday.kz/a.js:1:2\nQuiz@https://clearday.kz/a.js:1:2'
  expect(redactStack(stack)).toBe(stack)
})

test.each([
  ['https://clearday.kz/profile?result=abc#access_token=1', 'https://clearday.kz/profile'],
  ['/api/leads/result/3fGh_29dkKq0ZmXv71Lt-bPw5RyAe8Uc', '/api/leads/result/:id'],
  ['/api/daily-messaging/status/aliya@example.com', '/api/daily-messaging/status/:id'],
  ['https://user:secret@host/path', 'https://host/path'],
  ['/api/payment/status', '/api/payment/status'],
  [
    '/storage/v1/object/public/public-downloads/checklists/a2.pdf',
    '/storage/v1/object/public/public-downloads/checklists/:id',
  ],
  ['/u/aigerim@mail.html', '/u/:id'],
  ['/f/a2.png', '/f/:id'],
  ['/f/before-menstruation.webp', '/f/:id'],
  ['/assets/photo-Bd2_a1xQ.webp:12:1234567', '/assets/photo-Bd2_a1xQ.webp:12:1234567'],
  ['/born/1985-04-12', '/born/:id'],
  ['/api/leads/result/:resultToken', '/api/leads/result/:resultToken'],
])('the address %o is told as %o', (url, told) => {
  expect(redactUrl(url)).toBe(told)
})

test('a message without end is cut', () => {
  expect(redactMessage('a b '.repeat(10_000)).length).toBe(500)
})
