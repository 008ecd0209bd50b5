import { advance, isStarted, type QuizState, startQuiz } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { trackQuizStep } from '#web/lib/analytics/analytics.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { firstQuestionId } from './adopt-first-answer.ts'
import { LateScriptNotes } from './late-script-notes.tsx'
import { QuizScreen } from './quiz-screen.tsx'
import { preloadLaterSteps } from './steps/later-steps.ts'
import { StepView } from './steps/step-view.tsx'
import { quizStore } from './store/use-quiz.ts'
import { Welcome } from './welcome.tsx'

const firstQuestionState = advance(startQuiz())

type QuizProps = {
  quiz: QuizState
  /** The page as the build rendered it and hydration finds it: the first question stands ready, and CSS shows it once its address is the target. */
  isPrerendered?: boolean
  /** The first screen is hidden for a returning visitor. */
  takesFocus?: boolean
}

/** The quiz, one question for each screen. */
export function Quiz({ quiz, isPrerendered = false, takesFocus = false }: QuizProps) {
  const started = isStarted(quiz)
  const [wasStarted, setWasStarted] = useState(started)
  if (started && !wasStarted) setWasStarted(true)
  // Hides the header's sign-in button.
  useLayoutEffect(() => setQuizStarted(started), [started])
  useLaterSteps(quiz.answers.gender !== undefined)
  useScrollToTop(quiz.stepId)
  useTrackStepView(quiz.stepId)

  const asked = isPrerendered ? firstQuestionState : started ? quiz : null
  const target = { id: firstQuestionId, tabIndex: -1, 'data-first-question': '' }
  return (
    <>
      {asked && (
        // The first screen's link leaves the page at its top. A browser follows the link again
        // while the page loads, hydrated or not.
        <div className="scroll-mt-[100vh]" {...(isPrerendered && target)}>
          <QuizScreen quiz={asked}>
            {isPrerendered && <LateScriptNotes />}
            <StepView key={asked.stepId} quiz={asked} />
          </QuizScreen>
        </div>
      )}
      {!started && (
        <Welcome isResumed={quiz.answers.gender !== undefined} takesFocus={wasStarted || takesFocus} />
      )}
    </>
  )
}

/** Fetches what the later steps need once the first question is answered, or has been left alone for a while: nothing competes with it. */
function useLaterSteps(isAnswered: boolean): void {
  useEffect(() => {
    if (isAnswered) return whenIdle(preloadLaterSteps)
    const timer = setTimeout(preloadLaterSteps, 3000)
    return () => clearTimeout(timer)
  }, [isAnswered])
}

/** Scrolls each step to its top. */
function useScrollToTop(stepId: string): void {
  const shown = useRef(stepId)
  useLayoutEffect(() => {
    if (shown.current === stepId) return
    shown.current = stepId
    window.scrollTo(0, 0)
  }, [stepId])
}

function useTrackStepView(stepId: StepId): void {
  useEffect(() => {
    const tell = () => {
      // A hidden tab follows another one, which tracks the steps.
      if (document.hidden) return
      // During hydration the first screen replaces the stored step.
      if (quizStore.get().quiz.stepId === stepId) trackQuizStep('viewed', stepId)
    }
    tell()
    // A repeated view of a step is tracked once.
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [stepId])
  useEffect(() => () => trackQuizStep('left', quizStore.get().quiz.stepId), [])
}
