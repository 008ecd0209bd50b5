import { subcategories } from '@app/domain/result/categories'
import { loadWaitsBy, withSign } from '@app/domain/result/load-waits.arbitrary'
import { timur } from '@app/testing/people'
import { describe, expect, it, test } from 'vitest'
import { checklistFor, checklists } from './checklists.ts'
import { loadDailyMessages } from './daily/load-daily-messages.ts'
import { subcategoryTexts } from './results.ts'
import { checklistSavedAs } from './ui/checklist.ts'
import { typesetLine } from './writing/typeset.ts'

describe.each(subcategories)('the checklist %s', (id) => {
  const checklist = checklists[id]
  const onScreen = checklistFor(id, timur.answers)
  const withoutLoad = checklistFor(id, withSign(timur.answers, loadWaitsBy.chestPain))
  const freezing = checklistFor(id, { ...timur.answers, feelingCold: '2' })
  const all = [checklist, onScreen, withoutLoad, freezing]

  it('belongs to its subcategory and bears the name the result gives it', () => {
    expect(checklist.subcategory).toBe(id)
    const [name, rest] = checklist.title.split(': ')
    expect(subcategoryTexts[id].checklistTitle).toBe(typesetLine(`Чек-лист «${name}»: ${rest}`))
  })

  it('is saved under the name it bears, in letters that any folder shows', () => {
    const [name] = checklist.title.split(': ')
    expect(checklistSavedAs(subcategoryTexts[id].checklistTitle)).toBe(`Чек-лист «${name}».pdf`)
  })

  it('names the signs for a doctor apart from what is ticked off', () => {
    expect(checklist.warnings.length).toBeGreaterThanOrEqual(3)
    const items = all.flatMap(({ sections }) => sections.flatMap(({ items: each }) => each)).join('\n')
    expect(items).not.toMatch(/103|груд[иь]|одышк|обморок|кровь|кровот|подавлен|если .*врач|при боли/i)
    for (const warning of checklist.warnings) {
      expect(warning).toMatch(/врач|терапевт|гинеколог|103/)
      expect(warning.length).toBeLessThanOrEqual(120)
    }
    const isForThin = checklist.warnings.some((warning) => /ниже\sнормы/.test(warning))
    expect(isForThin).toBe(id !== 'A2')
  })

  it('has four or five sections of four to six things to tick off', () => {
    for (const { sections } of all) {
      expect([4, 5]).toContain(sections.length)
      for (const { items } of sections) expect([4, 5, 6]).toContain(items.length)
    }
  })

  it('keeps every item to a line or two and never repeats one', () => {
    for (const { sections } of all) {
      const items = sections.flatMap((section) => section.items)
      for (const item of items) {
        expect(item.length).toBeLessThanOrEqual(100)
        expect(item).toMatch(/^[А-ЯЁ].*[^.]$/)
      }
      expect(new Set(items).size).toBe(items.length)
    }
  })
})

test('whoever often freezes ticks nothing off against hot flushes', () => {
  const words = (feelingCold: '1' | '2') =>
    JSON.stringify(checklistFor('B2', { ...timur.answers, feelingCold }).sections)
  expect(words('1')).toMatch(/прилив.*лёгкое одеяло/s)
  expect(words('2')).not.toMatch(/прилив|лёгкое одеяло/)
  expect(JSON.stringify(checklists.B2.sections)).toMatch(/прилив/)
})

test('pain in the chest is answered with 103 wherever a load is spoken of: the result, its checklist and its day', () => {
  const walking = subcategoryTexts.A2.recommendations.map(({ text }) => text).join(' ')
  const day = loadDailyMessages().A[1]?.text ?? ''
  for (const text of [walking, checklists.A2.warnings.join(' '), day]) {
    expect(text).toMatch(/груди.*остановитесь.*5\s?минут.*103/s)
  }
})
