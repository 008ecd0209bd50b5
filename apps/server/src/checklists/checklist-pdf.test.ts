import { checklists } from '@app/content/ru/checklists'
import { subcategories } from '@app/domain/result/categories'
import { describe, expect, test } from 'vitest'
import { fitChecklist, renderChecklist } from './checklist-pdf.ts'

const site = 'https://yasny-den.example'
const count = (file: string, pattern: RegExp) => file.match(pattern)?.length ?? 0

describe.each(subcategories)('the checklist %s', (subcategory) => {
  const checklist = checklists[subcategory]
  const items = checklist.sections.flatMap((section) => section.items)
  const days = checklist.sections.filter((section) => section.hasDays).length * 7
  const rendered = renderChecklist(checklist, site)
  // Structure and forms stand in the clear in a PDF; only what is drawn is compressed.
  const text = rendered.then((file) => file.toString('latin1'))

  test('is a small A4 PDF of two pages', async () => {
    expect(await text).toMatch(/^%PDF-1\.7/)
    expect((await rendered).byteLength).toBeLessThan(300_000)
    expect(count(await text, /\/Type \/Page\n/g)).toBe(2)
    expect(await text).toContain('/MediaBox [0 0 595.28 841.89]')
  })

  test('leaves no more of its first page empty than two lines and a gap', async () => {
    expect((await fitChecklist(checklist, site)).leftEmpty).toBeLessThanOrEqual(60)
  })

  test('has a box to tick for every item, drawn ticked and not', async () => {
    expect(count(await text, /\/FT \/Btn/g)).toBe(items.length + days)
    expect(count(await text, /\/AS \/Off/g)).toBe(items.length + days)
    expect(count(await text, /\/AP <<\n\/N <<\n\/On \d+ 0 R\n\/Off \d+ 0 R/g)).toBe(items.length + days)
  })

  test('is tagged, in Russian, with its title shown and its typefaces inside', async () => {
    expect(await text).toContain('/Lang (ru)')
    expect(await text).toContain('/Marked true')
    expect(await text).toContain('/DisplayDocTitle true')
    expect(count(await text, /\/S \/H1/g)).toBe(1)
    expect(count(await text, /\/S \/H2/g)).toBe(checklist.sections.length + 1)
    expect(count(await text, /\/S \/LBody/g)).toBe(items.length + checklist.warnings.length)
    expect(count(await text, /\/S \/Form/g)).toBe(items.length + days)
    expect(count(await text, /\/FontFile2 /g)).toBe(3)
  })

  test('has a day to mark wherever it asks for days', () => {
    expect(/Отмечайте\sдни/.test(checklist.intro)).toBe(days > 0)
  })

  test('leads back to the site', async () => {
    expect(await text).toContain(`/URI (${site})`)
  })

  test('comes out the same every time', async () => {
    expect((await renderChecklist(checklist, site)).equals(await rendered)).toBe(true)
  })
})

test('a longer checklist is drawn closer together before it takes a third page', async () => {
  const [section] = checklists.A1.sections
  if (!section) throw new Error('a checklist without sections')
  const warnings = checklists.A1.warnings.slice(0, 4)
  const long = { ...checklists.A1, warnings, sections: Array.from({ length: 7 }, () => section) }
  const pages = count((await renderChecklist(long, site)).toString('latin1'), /\/Type \/Page\n/g)
  expect(pages).toBe(2)
})
