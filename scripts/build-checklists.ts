import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checklists } from '@app/content/ru/checklists'
import { type Subcategory, subcategories } from '@app/domain/result/categories'
import { checklistFilename, checklistsDir, readChecklistFiles } from '@app/server/checklists/checklist-files'

/** Makes the six checklists where the server looks for them, unless they are there and the same. */
export async function buildChecklists(): Promise<void> {
  // Drawing needs packages that an installation for production may leave out.
  const { renderChecklist } = await import('@app/server/checklists/checklist-pdf')
  // As the server reads it; a changed address makes another file, which the next start puts in its place.
  const siteUrl = process.env.SITE_URL || `http://localhost:${process.env.PORT || 3000}`
  const there = await readChecklistFiles(checklistsDir)
  mkdirSync(checklistsDir, { recursive: true })
  for (const subcategory of subcategories) {
    const content = await renderChecklist(checklists[subcategory], siteUrl)
    if (there?.[subcategory].content.equals(content)) continue
    writeFileSync(fileOf(subcategory), content)
    process.stdout.write(`Built the checklist ${subcategory}, ${Math.round(content.byteLength / 1024)} kB\n`)
  }
}

function fileOf(subcategory: Subcategory): string {
  return path.join(checklistsDir, checklistFilename(subcategory))
}

if (import.meta.main) await buildChecklists()
