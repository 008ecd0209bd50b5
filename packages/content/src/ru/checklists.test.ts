import { subcategories } from '@app/domain/result/categories'
import { describe, expect, it } from 'vitest'
import { checklists } from './checklists.ts'
import { subcategoryTexts } from './results.ts'
import { typesetLine } from './typeset.ts'

describe.each(subcategories)('the checklist %s', (id) => {
  const checklist = checklists[id]

  it('belongs to its subcategory and bears the name the result gives it', () => {
    expect(checklist.subcategory).toBe(id)
    const [name, rest] = checklist.title.split(': ')
    expect(subcategoryTexts[id].checklistTitle).toBe(typesetLine(`Чек-лист «${name}»: ${rest}`))
  })

  it('has four or five sections of four to six things to tick off', () => {
    expect([4, 5]).toContain(checklist.sections.length)
    for (const { items } of checklist.sections) expect([4, 5, 6]).toContain(items.length)
  })

  it('keeps every item to a line or two and never repeats one', () => {
    const items = checklist.sections.flatMap((section) => section.items)
    for (const item of items) {
      expect(item.length).toBeLessThanOrEqual(100)
      expect(item).toMatch(/^[А-ЯЁ].*[^.]$/)
    }
    expect(new Set(items).size).toBe(items.length)
  })
})
