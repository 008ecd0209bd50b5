import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { subcategoryTexts } from '@app/content/ru/results'
import { type Subcategory, subcategories } from '@app/domain/result/categories'

/** The place where the build leaves the checklists. */
export const checklistsDir = join(import.meta.dirname, '../../dist/checklists')

export const checklistsBucket = 'public-downloads'

/** A checklist as it was built. `path` is its place in the bucket, `version` changes with its bytes. */
type ChecklistFile = { path: string; version: string; content: Buffer }
export type ChecklistFiles = Readonly<Record<Subcategory, ChecklistFile>>

/** Reads what the build left; null when nothing was built. */
export async function readChecklistFiles(dir: string): Promise<ChecklistFiles | null> {
  try {
    const files = await Promise.all(subcategories.map((subcategory) => readOne(dir, subcategory)))
    return Object.fromEntries(files) as ChecklistFiles
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The name of a checklist's file in its folder: `a1.pdf`. */
export function checklistFilename(subcategory: Subcategory): string {
  return `${subcategory.toLowerCase()}.pdf`
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

async function readOne(dir: string, subcategory: Subcategory): Promise<[Subcategory, ChecklistFile]> {
  const content = await readFile(join(dir, checklistFilename(subcategory)))
  const path = subcategoryTexts[subcategory].checklistPath
  return [subcategory, { path, version: sha256(content).slice(0, 12), content }]
}
