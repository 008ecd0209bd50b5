import { stepTexts } from '@app/content/ru/questions'
import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { isStarted, progress, type QuizState } from '@app/domain/quiz/machine'
import type { PageMeta } from '#web/lib/page/page-meta.ts'

/** Returns the tab's title for a step; null before the first question. */
export function quizMeta(quiz: QuizState): PageMeta | null {
  if (quiz.completed) return { title: texts.resultTitle }
  if (!isStarted(quiz)) return null
  const { stepId } = quiz
  // The last step's heading depends on whether its visitor is known; this is true of both.
  const title = stepId === 'contact' ? texts.contactTitle : stepTexts[stepId].title
  return { title: `${texts.step(progress(quiz))}. ${title}` }
}
