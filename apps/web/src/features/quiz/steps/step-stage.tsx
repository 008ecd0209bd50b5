import { currentStep, type QuizState, stepAhead, stepIndex } from '@app/domain/quiz/machine'
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
  useMemo,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '#web/lib/page/after-paint.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { measureUnseen, unseen } from '#web/lib/page/measure-unseen.ts'
import { showProgress } from '../progress-horizon.tsx'
import { payOff } from './later-steps.ts'
import { toPageTop } from './page-top.ts'
import { setStage } from './step-ahead.ts'
import { StepView } from './step-view.tsx'

/**
 * The step on screen and, made ready while the visitor reads it, the one that follows: unseen and unheard behind it, with its styles and its
 * measures, so that going on only shows it. Both hosts are drawn and never moved, so one of them can be taken out of the page
 * behind Preact's back.
 */
export function StepStage({ quiz }: { quiz: QuizState }) {
  const slot = useRef<HTMLDivElement>(null)
  // Where steps are drawn, by turns: of two neighbours one is on screen and the other made ready.
  const [hosts] = useState(() => [createRef<HTMLDivElement>(), createRef<HTMLDivElement>()] as const)
  const [drawn] = useState(() => new Map<StepId, string>())
  const turn = turnOf(quiz)
  const aheadId = stepAhead(quiz)?.id
  const ahead = aheadId && { ...quiz, stepId: aheadId }
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew, it would be measured anew, in the moment before it is shown
  const readyAhead = useMemo(() => ahead, [ahead && drawnFrom(ahead)])
  // The frame that shows a step does not wait for the one after it.
  const [begun, setBegun] = useState<StepId>()
  const quizAhead = readyAhead && readyAhead.stepId === begun ? readyAhead : null

  useEffect(() => {
    if (aheadId) afterPaint(() => setBegun(aheadId))
  }, [aheadId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever a press has put into the page, the quiz has the last word
  useLayoutEffect(() => {
    const host = hosts[turn].current
    if (host && slot.current) showHost(slot.current, host)
  }, [hosts, turn, quiz])

  useLayoutEffect(() => {
    function ready(after: QuizState) {
      const host = hosts[turnOf(after)].current
      // Whoever is quicker than what is made ready would read an answer that was given before.
      return host?.querySelector(`[data-step="${after.stepId}"]`) &&
        drawn.get(after.stepId) === drawnFrom(after)
        ? host
        : null
    }
    setStage({
      measure(after) {
        const host = ready(after)
        // The press may have been quicker, and the step be shown already.
        if (!host || (host.isConnected && host.className === shownClass)) return
        host.className = aheadClass
        measureUnseen(host, slot.current)
      },
      show(after) {
        const host = ready(after)
        if (!host || !slot.current) return false
        host.className = shownClass
        showHost(slot.current, host)
        if (slot.current.parentElement) showProgress(slot.current.parentElement, after)
        toPageTop()
        return true
      },
    })
    return () => setStage(null)
  }, [hosts, drawn])

  return (
    <div ref={slot} className="contents">
      {turns.map((each) => {
        const shown = each === turn ? quiz : quizAhead
        return (
          <div key={each} ref={hosts[each]} className={each === turn ? shownClass : aheadClass}>
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

const shownClass = 'step-host'
const aheadClass = `step-host ${unseen}`

/** Has one host alone in the page. One that lies ready there stays where it is, and keeps its measures. */
function showHost(slot: HTMLElement, host: HTMLElement): void {
  for (const each of [...slot.children]) if (each !== host) each.remove()
  if (!host.isConnected) slot.append(host)
}

type DrawnStepProps = { quiz: QuizState; drawn: Map<StepId, string> }

/** A step and what is said above its question. Notes what it was drawn from, also while it is hidden, where no other effect runs. */
const DrawnStep = memo(function DrawnStep({ quiz, drawn }: DrawnStepProps) {
  useInsertionEffect(() => {
    drawn.set(quiz.stepId, drawnFrom(quiz))
  })
  return (
    <>
      {payOffAt(quiz.stepId, quiz.answers) && (
        <Suspense>
          <LazyPart part={payOff} props={{ quiz }} />
        </Suspense>
      )}
      <StepView quiz={quiz} />
    </>
  )
})

/** All of a quiz that a step is drawn from, to be compared. What it offers depends on the first answer. */
function drawnFrom(quiz: QuizState): string {
  const step = currentStep(quiz)
  const { answers } = quiz
  return JSON.stringify([
    step.id,
    payOffAt(step.id, answers),
    answers.gender,
    'key' in step && answers[step.key],
  ])
}

const turns = [0, 1] as const

function turnOf(quiz: QuizState): 0 | 1 {
  return stepIndex(quiz) % 2 ? 1 : 0
}
