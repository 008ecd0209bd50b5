import { subcategories } from '@app/domain/result/categories'
import { aigerim, timur } from '@app/testing/people'
import { expect, it } from 'vitest'
import { checklistFor, checklists } from '../checklists.ts'
import { firstTask } from './first-task.ts'

const itemsOf = (sections: readonly { items: readonly string[] }[]) => sections.flatMap(({ items }) => items)

it.each(subcategories)('%s begins with an item of its own checklist', (subcategory) => {
  const task = firstTask(subcategory, timur.answers)
  expect(itemsOf(checklistFor(subcategory, timur.answers).sections)).toContain(task)
  expect(itemsOf(checklists[subcategory].sections)).toContain(firstTask(subcategory, null))
})

it('is the visit where a doctor comes first', () => {
  expect(firstTask('C1', aigerim.answers)).toMatch(/^Сначала к\sврачу/)
  expect(firstTask('C1', timur.answers)).toMatch(/^Решить с\sвечера/)
})
