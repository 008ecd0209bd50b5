import { advance, isStarted, type QuizState, startQuiz } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { trackQuizStep } from '#web/lib/analytics/analytics.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { firstQuestionId } from './adopt-first-answer.ts'
import { LateScriptNotes } from './late-script-notes.tsx'
import { QuizScreen } from './quiz-screen.tsx'
import { beginLaterSteps } from './steps/later-steps.ts'
import { StepView } from './steps/step-view.tsx'
import { quizStore } from './store/use-quiz.ts'
import { Welcome } from './welcome.tsx'

const firstQuestion = advance(startQuiz())

type QuizProps = {
  quiz: QuizState
  /** The page as the build rendered it and hydration finds it: the first question stands ready, and CSS shows it once its address is the target. */
  isPrerendered?: boolean
  /** The first screen stands where the visitor has just pressed something else. */
  takesFocus?: boolean
}

/** The questions, one screen each. */
export function Quiz({ quiz, isPrerendered = false, takesFocus = false }: QuizProps) {
  const started = isStarted(quiz)
  const [wasStarted, setWasStarted] = useState(started)
  if (started && !wasStarted) setWasStarted(true)
  // Tells the header.
  useLayoutEffect(() => setQuizStarted(started), [started])
  useLaterSteps(quiz.answers.gender !== undefined)
  useScrollToTop(quiz.stepId)
  useViewed(quiz.stepId)

  const asked = isPrerendered ? firstQuestion : started ? quiz : null
  const target = { id: firstQuestionId, tabIndex: -1, 'data-first-question': '' }
  return (
    <>
      {asked && (
        // The first screen's link leaves the page at its top. A browser follows the link again while the page loads, hydrated or not.
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
    if (isAnswered) return whenIdle(beginLaterSteps)
    const timer = setTimeout(beginLaterSteps, 3000)
    return () => clearTimeout(timer)
  }, [isAnswered])
}

/** Each step begins at its top. */
function useScrollToTop(stepId: string): void {
  const shown = useRef(stepId)
  useLayoutEffect(() => {
    if (shown.current === stepId) return
    shown.current = stepId
    window.scrollTo(0, 0)
  }, [stepId])
}

function useViewed(stepId: StepId): void {
  useEffect(() => {
    const tell = () => {
      // A tab nobody looks at follows another one's steps, which tells them.
      if (document.hidden) return
      // While hydrating, the first screen stands in for the step this device was left with.
      if (quizStore.get().quiz.stepId === stepId) trackQuizStep('viewed', stepId)
    }
    tell()
    // The same step seen again is told once.
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [stepId])
  useEffect(() => () => trackQuizStep('left', quizStore.get().quiz.stepId), [])
}
