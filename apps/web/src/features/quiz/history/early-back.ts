import { goBack } from '@app/domain/quiz/machine'
import { ahead } from '../steps/step-ahead.ts'
import { readMark } from './step-history.ts'

/**
 * Hears the browser's Back that is pressed on a step which the history has not heard of yet, as history is told after the frame that
 * shows a step: it has passed the step that it was to lead to. That one is shown again, and its entry returned to. To be called once.
 */
export function followEarlyBack(): void {
  addEventListener(
    'popstate',
    (event) => {
      const present = ahead.of
      if (!present || goBack(present).stepId !== readMark(event.state)?.quizPlace) return
      // Nobody else is to follow it.
      event.stopImmediatePropagation()
      ahead.of = null
      ahead.show?.(present)
      history.go(1)
    },
    true,
  )
}
