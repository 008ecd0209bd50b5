import type { QuizAnswers } from '@app/domain/quiz/answers'
import { otherText } from '@app/domain/quiz/health-issues'
import type { Subcategory } from '@app/domain/result/categories'
import { createClaimCheck, toneOf } from '@app/domain/result/claims'
import { concernsOf, hasMedicalRedFlags, mayLoseWeight } from '@app/domain/result/medical-red-flags'
import type { QuizResult } from '@app/domain/result/result'
import { a1 } from './results/a1.ts'
import { a2 } from './results/a2.ts'
import { b1 } from './results/b1.ts'
import { b2 } from './results/b2.ts'
import { c1 } from './results/c1.ts'
import { c2 } from './results/c2.ts'
import { beforeDoctor, categoryTexts, fewerRulesText, plainSubtitle } from './results/category.ts'
import { complaintAdvice, ownWordsAdvice, unquotedAdvice } from './results/complaints.ts'
import { doctorSteps } from './results/red-flags.ts'
import { type ClaimCheck, chooseHeadline, filterAdvice, renderSentences } from './results/render-claims.ts'
import type { Advice, SubcategoryText } from './results/result-text.ts'
import { wellText } from './results/well.ts'
import { typeset } from './writing/typeset.ts'

export { categoryTexts } from './results/category.ts'
export { disclaimer } from './results/disclaimer.ts'
export { extrasTexts } from './results/extras.ts'
export type { SubcategoryText } from './results/result-text.ts'

export const subcategoryTexts: Readonly<Record<Subcategory, SubcategoryText>> = typeset({
  A1: a1,
  A2: a2,
  B1: b1,
  B2: b2,
  C1: c1,
  C2: c2,
})

export type ResultText = {
  title: string
  subtitle: string
  /** The title of the subcategory. */
  kind: string
  paragraphs: readonly string[]
  recommendations: readonly Advice[]
  /** Advice on single complaints, independent of the category. */
  complaintAdvice: readonly Advice[]
  nextSteps: readonly Advice[]
}

type ClassifiedResult = Pick<QuizResult, 'mainCategory' | 'subCategory'>

/** Builds the text of a result from the answers: it claims only what the answers say. */
export function resultText(
  { mainCategory, subCategory }: ClassifiedResult,
  answers: QuizAnswers,
  { quotesWords = true }: { quotesWords?: boolean } = {},
): ResultText {
  const holds = createClaimCheck(answers)
  const text = subcategoryTexts[subCategory]
  const kind = chooseHeadline(text.title, holds)
  const tone = toneOf(mainCategory, answers)
  if (tone === 'well')
    return { ...wellText, subtitle: wellText.subtitles[mainCategory], kind, complaintAdvice: [] }

  const category = categoryTexts[mainCategory]
  const isAfterDoctor = hasMedicalRedFlags(answers)
  const opening = {
    ...{ ...category, plainSubtitle },
    ...(subCategory === 'C2' && fewerRulesText),
    ...(isAfterDoctor && beforeDoctor),
  }
  const isNamed = tone === 'named'
  const direction = chooseHeadline(opening.direction, holds)
  return {
    title: isNamed ? category.title : chooseHeadline(opening.plainTitle, holds),
    subtitle: isNamed
      ? (renderSentences([opening.finding, direction], holds) ?? direction)
      : opening.plainSubtitle,
    kind,
    paragraphs: text.paragraphs.flatMap((sentences) => renderSentences(sentences, holds) ?? []),
    recommendations: filterAdvice(text.recommendations, holds),
    complaintAdvice: adviceOnComplaints(answers, holds, quotesWords),
    nextSteps: filterAdvice(isAfterDoctor ? doctorSteps : text.nextSteps, holds),
  }
}

/**
 * Lists the complaints to discuss with a doctor, the reader's own words first. Despair is never
 * quoted, and words about weight only when the result may mention weight loss.
 */
function adviceOnComplaints(answers: QuizAnswers, holds: ClaimCheck, quotesWords: boolean): Advice[] {
  const told = filterAdvice(complaintAdvice, holds)
  const words = otherText(answers.healthIssues).trim()
  if (!words || (told.length === 0 && !hasMedicalRedFlags(answers))) return told
  const isQuoted = quotesWords && mayLoseWeight(answers) && !concernsOf(answers).includes('despair')
  return [isQuoted ? ownWordsAdvice(words) : unquotedAdvice, ...told]
}
