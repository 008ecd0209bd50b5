import { anyAnswers } from '@app/domain/quiz/answers.arbitrary'
import { categoryOf, subcategories } from '@app/domain/result/categories'
import { toneOf } from '@app/domain/result/claims'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checklistFor } from './checklists.ts'
import { todaysStep } from './todays-step.ts'

test.each(subcategories)('one tick of today ticks the checklist of %s, too', (subCategory) => {
  const mainCategory = categoryOf(subCategory)
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const today = todaysStep({ mainCategory, subCategory }, answers)
      const items = checklistFor(subCategory, answers).sections.flatMap((section) => section.items)
      const isOwn = toneOf(mainCategory, answers) !== 'well' && !hasMedicalRedFlags(answers)
      if (isOwn) expect(items).toContain(today?.item)
      else expect([today?.step.text, ...items]).toContain(today?.item)
    }),
  )
})

test('whom a doctor comes first for begins with what the visit needs', () => {
  const [sample] = fc.sample(anyAnswers, { numRuns: 1, seed: 1 })
  const answers = { ...sample!, healthIssues: ['thyroid' as const] }
  const today = todaysStep({ mainCategory: 'C', subCategory: 'C1' }, answers)
  expect(today?.step.title).toMatch(/^Сначала\s—\sврач/)
  expect(today?.item).toBe(today?.step.text)
})
