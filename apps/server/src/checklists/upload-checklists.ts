import { subcategoryTexts } from '@app/content/ru/results'
import type { Subcategory } from '@app/domain/result/categories'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type ChecklistFiles, checklistsBucket, sha256 } from './checklist-files.ts'

/**
 * Puts the checklists that are missing or have changed into the public bucket and answers their
 * paths. Safe to call from several processes at once: they put the same bytes. Throws when the
 * storage refuses.
 */
export async function uploadChecklists(supabase: SupabaseClient, files: ChecklistFiles): Promise<string[]> {
  const bucket = supabase.storage.from(checklistsBucket)
  const placed: string[] = []
  for (const { path, content } of Object.values(files)) {
    const there = await bucket.download(path)
    if (there.data && sha256(await there.data.bytes()) === sha256(content)) continue

    const { error } = await bucket.upload(path, content, { contentType: 'application/pdf', upsert: true })
    if (error) throw new Error(`the checklist ${path} cannot be placed: ${error.message}`)
    placed.push(path)
  }
  return placed
}

/**
 * The address a subcategory's checklist is downloaded from. Its version, known once it was built,
 * makes a changed file another address to WhatsApp's cache.
 */
export function checklistUrl(
  supabaseUrl: string,
  subcategory: Subcategory,
  files: ChecklistFiles | null,
): string {
  const { checklistPath } = subcategoryTexts[subcategory]
  const address = `${supabaseUrl}/storage/v1/object/public/${checklistsBucket}/${checklistPath}`
  return files ? `${address}?v=${files[subcategory].version}` : address
}
