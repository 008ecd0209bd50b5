import type { AnswersSoFar } from './answers.ts'
import type { QuizState } from './machine.ts'
import { type Step, type StepId, steps, visibleSteps } from './steps.ts'

/** The chapters that a visitor sees, in their order, each from its first step on. Analytics groups the questions by `QuestionGroup` instead. */
const firstSteps = { body: 'gender', emotions: 'dominant-emotion', habits: 'after-eating' } as const

export type Chapter = keyof typeof firstSteps

export const chapters = Object.keys(firstSteps) as Chapter[]

/** How long the whole quiz takes. */
export const quizMinutes = 4

const positionOf = (id: StepId) => steps.findIndex((step) => step.id === id)

const isQuestion = ({ type }: Step) => type !== 'welcome' && type !== 'contact-form'

/** Returns the chapter of a question, null for the first screen and the contact form. */
export function chapterOf(id: StepId): Chapter | null {
  const position = positionOf(id)
  const step = steps[position]
  if (!step || !isQuestion(step)) return null
  const begun = chapters.filter((chapter) => positionOf(firstSteps[chapter]) <= position)
  return begun.at(-1) ?? null
}

/** Counts the steps of each chapter on the line of progress, which begins with the first screen and ends with the contact form. */
export function stepsPerChapter(answers: AnswersSoFar): Record<Chapter, number> {
  const counts = { body: 1, emotions: 0, habits: 1 }
  for (const { id } of visibleSteps(answers)) {
    const chapter = chapterOf(id)
    if (chapter) counts[chapter]++
  }
  return counts
}

/** A visitor's position at half way: the answered questions and the chapters ahead. */
export type Halfway = { answered: number; total: number; ahead: readonly Chapter[]; minutes: number }

/** Returns the half of the quiz at the first question of its second half, else null. */
export function halfwayAt({ stepId, answers }: Pick<QuizState, 'stepId' | 'answers'>): Halfway | null {
  const questions = visibleSteps(answers).filter(isQuestion)
  const total = questions.length
  const answered = Math.ceil(total / 2)
  if (questions[answered]?.id !== stepId) return null
  const ahead = new Set(questions.slice(answered).map(({ id }) => chapterOf(id)))
  return {
    answered,
    total,
    ahead: chapters.filter((chapter) => ahead.has(chapter)),
    minutes: Math.round((quizMinutes * (total - answered)) / total),
  }
}
