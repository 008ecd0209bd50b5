import { isComplete } from '../quiz/is-complete.ts'
import { restoreAnswers } from '../quiz/restore.ts'
import { parseStoredCategory, type Subcategory } from './categories.ts'
import { classifyResult } from './result.ts'

type SavedLead = { category: string | null; rules_version: string | null; quiz_answers: unknown }

/**
 * Returns the subcategory of a saved lead. A lead without a rules version is classified anew,
 * because a browser wrote its category; null when answers are missing.
 */
export function savedSubcategory(lead: SavedLead): Subcategory | null {
  if (lead.rules_version !== null) return parseStoredCategory(lead.category)
  const answers = restoreAnswers(lead.quiz_answers)
  return isComplete(answers) ? classifyResult(answers).subCategory : null
}
