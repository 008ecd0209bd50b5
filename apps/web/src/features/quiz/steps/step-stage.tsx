import { type QuizState, stepAhead, stepIndex } from '@app/domain/quiz/machine'
import { payOffAt } from '@app/domain/quiz/pay-off'
import type { StepId } from '@app/domain/quiz/steps'
import {
  Activity,
  createRef,
  memo,
  Suspense,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '#web/lib/page/after-paint.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { showProgress } from '../progress-horizon.tsx'
import { payOff } from './later-steps.ts'
import { toPageTop } from './page-top.ts'
import { setShowAhead } from './step-ahead.ts'
import { StepView } from './step-view.tsx'

/**
 * The step on screen and, made ready while the visitor reads it, the one that follows: going on then only puts it into the
 * page. Until then it is no part of the document, so whoever looks for a step finds one, and its effects wait. React draws both hosts
 * and never moves them, so one of them can be taken out of the page behind its back. Portals would do without that, but React listens
 * for every event there is on each of theirs, too, and hears each event twice.
 */
export function StepStage({ quiz }: { quiz: QuizState }) {
  const slot = useRef<HTMLDivElement>(null)
  // Where steps are drawn, by turns: of two neighbours one is in the page and the other made ready.
  const [hosts] = useState(() => [createRef<HTMLDivElement>(), createRef<HTMLDivElement>()] as const)
  const [drawn] = useState(() => new Map<StepId, string>())
  const ahead = stepAhead(quiz)
  // The frame that shows a step does not wait for the one after it.
  const [begun, setBegun] = useState<StepId>()
  const turn = turnOf(quiz)
  const aheadId = ahead?.id
  const quizAhead = aheadId && aheadId === begun ? { ...quiz, stepId: aheadId } : null

  useEffect(() => {
    if (aheadId) afterPaint(() => setBegun(aheadId))
  }, [aheadId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the press has put into the page stays until the step is another one
  useLayoutEffect(() => {
    const host = hosts[turn].current
    if (!host || !slot.current) return
    if (slot.current.firstChild !== host || host.nextSibling) slot.current.replaceChildren(host)
  }, [hosts, turn, quiz.stepId])

  useLayoutEffect(() => {
    setShowAhead((after) => {
      const host = hosts[turnOf(after)].current
      // Whoever is quicker than what is made ready would read an answer that was given before.
      if (
        !host?.querySelector(`[data-step="${after.stepId}"]`) ||
        drawn.get(after.stepId) !== saidAbove(after)
      )
        return false
      // What is made ready is kept from showing by its own style.
      for (const each of host.children) if (each instanceof HTMLElement) each.style.display = ''
      slot.current?.replaceChildren(host)
      if (slot.current?.parentElement) showProgress(slot.current.parentElement, after)
      toPageTop()
      return true
    })
    return () => setShowAhead(null)
  }, [hosts, drawn])

  return (
    <div ref={slot} className="contents">
      {turns.map((each) => {
        const shown = each === turn ? quiz : quizAhead
        return (
          <div key={each} ref={hosts[each]} className="contents">
            {shown && (
              <Activity key={shown.stepId} mode={each === turn ? 'visible' : 'hidden'}>
                <DrawnStep quiz={shown} drawn={drawn} />
              </Activity>
            )}
          </div>
        )
      })}
    </div>
  )
}

type DrawnStepProps = { quiz: QuizState; drawn: Map<StepId, string> }

/** A step and what is said above its question. Notes what that is, also while it is hidden, where no other effect runs. */
const DrawnStep = memo(function DrawnStep({ quiz, drawn }: DrawnStepProps) {
  const said = saidAbove(quiz)
  useInsertionEffect(() => {
    drawn.set(quiz.stepId, said)
  })
  return (
    <>
      {said && (
        <Suspense>
          <LazyPart part={payOff} props={{ quiz }} />
        </Suspense>
      )}
      <StepView quiz={quiz} />
    </>
  )
})

/** What is said above a step's question, to be compared; empty for nothing. */
function saidAbove({ stepId, answers }: QuizState): string {
  const payOff = payOffAt(stepId, answers)
  return payOff ? JSON.stringify(payOff) : ''
}

const turns = [0, 1] as const

function turnOf(quiz: QuizState): 0 | 1 {
  return stepIndex(quiz) % 2 ? 1 : 0
}
