import { subcategoryTexts } from '@app/content/ru/results'
import { checklistSavedAs } from '@app/content/ru/ui/checklist'
import type { ClientConfig } from '@app/contracts/client-config'
import type { Subcategory } from '@app/domain/result/categories'

/** Returns the URL of a checklist's file, with a readable name for saving. */
export function checklistHref({ supabaseUrl }: ClientConfig, subcategory: Subcategory): string {
  const { checklistPath, checklistTitle } = subcategoryTexts[subcategory]
  const name = encodeURIComponent(checklistSavedAs(checklistTitle))
  return `${supabaseUrl}/storage/v1/object/public/public-downloads/${checklistPath}?download=${name}`
}
