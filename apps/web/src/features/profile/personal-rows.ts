import { optionTexts } from '@app/content/ru/options'
import { profileTexts } from '@app/content/ru/ui/profile'
import { describeOther, issueId, otherText } from '@app/domain/quiz/health-issues'
import type { HealthIssue } from '@app/domain/quiz/options'
import { bmi } from '@app/domain/result/bmi'
import type { Profile } from './profile.ts'

const texts = profileTexts.personal

export type PersonalRow = { id: keyof typeof texts.rows; label: string; value: string }

/** The rows of the personal section, each only when its value exists (specification, section 2). */
export function personalRows({
  name,
  answers,
  isAddressed,
}: Pick<Profile, 'name' | 'answers' | 'isAddressed'>): PersonalRow[] {
  const { gender, age, height, weight, dietAttempts, goals, healthIssues } = answers
  const values: Record<PersonalRow['id'], string | null | undefined> = {
    name,
    gender: gender && optionTexts.gender[gender].label,
    age: age && optionTexts.age[age].label,
    height: height === undefined ? null : texts.height(decimal(height)),
    weight: weight === undefined ? null : texts.weight(decimal(weight)),
    bmi: height === undefined || weight === undefined ? null : decimal(bmi(height, weight)),
    dietAttempts: dietAttempts && optionTexts.dietAttempts[dietAttempts].label,
    goals: goals && optionTexts.goals[goals].label,
    healthIssues: healthIssues && issueList(isAddressed ? describeOther(healthIssues, '') : healthIssues),
  }
  return Object.entries(values).flatMap(([key, value]) => {
    const id = key as PersonalRow['id']
    return value ? [{ id, label: texts.rows[id], value }] : []
  })
}

const personalLineFields: readonly PersonalRow['id'][] = ['age', 'height', 'weight', 'bmi']

/** Returns the body measures in one line. */
export function personalLine(profile: Parameters<typeof personalRows>[0]): string {
  return personalRows(profile)
    .filter(({ id }) => personalLineFields.includes(id))
    .map(({ id, label, value }) => (id === 'bmi' ? `${label} ${value}` : value))
    .join(' · ')
}

/** Set apart by semicolons, because an issue's own name may hold a comma. */
function issueList(issues: readonly HealthIssue[]): string {
  return issues
    .map(issueText)
    .map((text, index) => (index === 0 || /^[А-ЯЁA-Z]{2}/.test(text) ? text : lowerFirst(text)))
    .join('; ')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** An issue in the visitor's own words when there are some. */
function issueText(issue: HealthIssue): string {
  if (issue === 'none') return texts.noIssues
  return otherText([issue]) || optionTexts.healthIssues[issueId(issue)].label
}

function decimal(value: number): string {
  return String(value).replace('.', ',')
}
