import type { ClaimId } from '@app/domain/result/claims'
import { typesetLine } from '../writing/typeset.ts'
import type { Advice, Gathered, Headline, Sentence } from './result-text.ts'

/** Which claims are true of the reader. */
export type Holds = (claim: ClaimId) => boolean

/** The headline as it is true of the reader. */
export function tellHeadline(headline: Headline, holds: Holds): string {
  if (typeof headline === 'string') return headline
  return holds(headline.says) ? headline.text : tellHeadline(headline.otherwise, holds)
}

/** The sentences that are true of the reader; null when none is left. */
export function tellSentences(sentences: readonly Sentence[], holds: Holds): string | null {
  const told = sentences.flatMap((sentence) => tellSentence(sentence, holds) ?? [])
  return told.length === 0 ? null : told.join(' ')
}

export function tellAdvice(advice: readonly Advice[], holds: Holds): Advice[] {
  return advice.filter(({ says }) => says === undefined || holds(says))
}

function tellSentence(sentence: Sentence, holds: Holds): string | null {
  if (typeof sentence === 'string') return sentence
  if ('lead' in sentence) return gather(sentence, holds)
  return holds(sentence.says) ? sentence.text : null
}

function gather({ lead, told, after }: Gathered, holds: Holds): string | null {
  const parts = told.filter(({ says }) => holds(says)).map(({ text }) => text)
  const last = parts.pop()
  if (last === undefined) return null
  const list = parts.length === 0 ? last : `${parts.join(', ')} и ${last}`
  return typesetLine(`${lead} ${list}.${after && parts.length > 0 ? ` ${after}` : ''}`)
}
