import { chapterOf } from '@app/domain/quiz/chapters'
import { type StepId, steps } from '@app/domain/quiz/steps'

export type SceneName = 'dawn' | 'window' | 'lake' | 'table' | 'yurt'

const mirror = steps.findIndex(({ id }) => id === 'tongue-color')

/** Returns the scene of a step: one for each chapter, a second for the body from the question on that asks for a mirror, and one for the end. */
export function sceneAt(stepId: StepId): SceneName {
  switch (chapterOf(stepId)) {
    case 'emotions':
      return 'lake'
    case 'habits':
      return 'table'
    case 'body':
      return steps.findIndex(({ id }) => id === stepId) < mirror ? 'dawn' : 'window'
    case null:
      return stepId === 'contact' ? 'yurt' : 'dawn'
  }
}
