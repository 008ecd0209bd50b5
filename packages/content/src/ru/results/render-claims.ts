import type { ClaimId } from '@app/domain/result/claims'
import { typesetLine } from '../writing/typeset.ts'
import type { Advice, ClaimList, Headline, Sentence } from './result-text.ts'

/** Returns true when a claim holds for the reader. */
export type ClaimCheck = (claim: ClaimId) => boolean

/** Returns the first headline whose claim holds for the reader. */
export function chooseHeadline(headline: Headline, holds: ClaimCheck): string {
  if (typeof headline === 'string') return headline
  return holds(headline.says) ? headline.text : chooseHeadline(headline.otherwise, holds)
}

/** Joins the sentences whose claims hold for the reader; null when none is left. */
export function renderSentences(sentences: readonly Sentence[], holds: ClaimCheck): string | null {
  const told = sentences.flatMap((sentence) => renderSentence(sentence, holds) ?? [])
  return told.length === 0 ? null : told.join(' ')
}

export function filterAdvice(advice: readonly Advice[], holds: ClaimCheck): Advice[] {
  return advice.filter(({ says }) => says === undefined || holds(says))
}

function renderSentence(sentence: Sentence, holds: ClaimCheck): string | null {
  if (typeof sentence === 'string') return sentence
  if ('lead' in sentence) return renderClaimList(sentence, holds)
  return holds(sentence.says) ? sentence.text : null
}

function renderClaimList({ lead, told, after }: ClaimList, holds: ClaimCheck): string | null {
  const parts = told.filter(({ says }) => holds(says)).map(({ text }) => text)
  const last = parts.pop()
  if (last === undefined) return null
  const list = parts.length === 0 ? last : `${parts.join(', ')} и ${last}`
  return typesetLine(`${lead} ${list}.${after && parts.length > 0 ? ` ${after}` : ''}`)
}
