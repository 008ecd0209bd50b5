import { subcategories } from '@app/domain/result/categories'
import { loadWaitsBy, withRedFlag } from '@app/domain/result/load-waits.arbitrary'
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
  const withoutLoad = checklistFor(id, withRedFlag(timur.answers, loadWaitsBy.chestPain))
  const freezing = checklistFor(id, { ...timur.answers, feelingCold: '2' })
  const afterDoctor = checklistFor(id, { ...timur.answers, eyeWhitesColor: '2' })
  const all = [checklist, onScreen, withoutLoad, freezing, afterDoctor]

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

describe.each(subcategories)('whom a doctor comes first for, with the checklist %s', (id) => {
  const visit = /врач[ауе]?(?![а-яё])|терапевт|осмотр/
  const begun = checklistFor(id, timur.answers)
  const itemsOf = ({ sections }: { sections: readonly { items: readonly string[] }[] }) =>
    sections.flatMap(({ items }) => items)

  it.each([{ eyeWhitesColor: '2' as const }, withRedFlag(timur.answers, loadWaitsBy.chestPain)])(
    'begins with the visit, and books none at the end',
    (sign) => {
      const { sections } = checklistFor(id, { ...timur.answers, ...sign })
      expect(sections[0]?.items[0]).toMatch(visit)
      expect(sections[0]?.title).toMatch(id === 'A1' ? /сначала врач/ : /[Вв]рач/)
      expect(
        itemsOf({ sections: sections.slice(1) }).filter((item) => /Записаться|анализ/.test(item)),
      ).toEqual([])
    },
  )

  it('finds what was ticked off under the same words', () => {
    const later = itemsOf(checklistFor(id, { ...timur.answers, eyeWhitesColor: '2' }))
    const isMoved = /Спросить врача|плановый\sосмотр/
    expect(itemsOf(begun).filter((item) => !later.includes(item) && !isMoved.test(item))).toEqual([])
  })

  it('finds the visit on paper above all that is ticked off', () => {
    expect(checklists[id].warnings[0]).toMatch(/сначала к\sврачу: начните с\sприёма/)
    const bookings = itemsOf(checklists[id]).filter((item) => /плановый\sосмотр: раз/.test(item))
    expect(bookings).toEqual([])
  })
})

test('whom no doctor comes first for books the yearly visit at the end, as before', () => {
  const last = checklistFor('A1', timur.answers).sections.at(-1)?.items ?? []
  expect(last.join()).toMatch(/плановый\sосмотр: раз в\sгод.*анализ/)
  expect(JSON.stringify(checklistFor('A1', timur.answers))).not.toMatch(/Сначала к\sврачу/)
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
