import { optionTexts } from '@app/content/ru/options'
import { stepTexts } from '@app/content/ru/questions'
import type { ChoiceKey } from '@app/domain/quiz/options'
import type { Person } from '@app/testing/people'
import type { SentEvent } from './sent-events.ts'

/**
 * Everything a person tells the quiz and everything it says to them, as it would stand in JSON: contacts, questions,
 * the words and ids of what they chose, their result. What is too short to be found by itself is looked for with
 * the name of its answer.
 */
export function secretsOf({ name, phone, answers }: Person, email: string, subcategory: string): string[] {
  const chosen = Object.entries(answers).flatMap(([key, value]) =>
    [value].flat().map((each) => ({ key, value: String(each).split(':')[0] ?? '' })),
  )
  const labels = chosen.flatMap(({ key, value }) => labelOf(key as ChoiceKey, value))
  const ids = chosen.map(({ value }) => value).filter((value) => /[a-z]{4,}/i.test(value) && value !== 'none')
  return [
    name,
    email,
    email.split('@')[0] ?? email,
    phone,
    phone.slice(1),
    ...Object.values(stepTexts).map(({ title }) => title),
    ...labels,
    ...ids.map((id) => `"${id}"`),
    `"${subcategory}"`,
    `${subcategory[0]}${subcategory}`,
    // As a value of its own: the same digits may stand in a longer one.
    ...[`:${answers.weight},`, `:${answers.weight}}`, `"${answers.weight}"`],
    ...chosen.map(({ key, value }) => `"${key}":"${value}"`),
    ...chosen.map(({ key, value }) => `"${key}":${value}`),
    ...['quiz_answers', 'healthIssues', 'tongueColor', '"phone"', '"email"', '"name"'],
  ]
}

/**
 * Returns the sent text, to look for secrets in. Left out are the numbers that count it and time
 * it: by chance one of them is somebody's weight.
 */
export function toldText(events: readonly SentEvent[]): string {
  return JSON.stringify(events).replaceAll(/"(id|\w*time\w*)":[\d.]+/g, '"$1":null')
}

function labelOf(key: ChoiceKey, value: string): string[] {
  const options = optionTexts[key] as Record<string, { label: string }> | undefined
  return options?.[value] ? [options[value].label] : []
}
