import { type QuizState, stepAhead, stepIndex } from '@app/domain/quiz/machine'
import { payOffAt } from '@app/domain/quiz/pay-off'
import type { StepId } from '@app/domain/quiz/steps'
import {
  Activity,
  memo,
  Suspense,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from '#web/lib/page/after-paint.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { showProgress } from '../progress-horizon.tsx'
import { payOff } from './later-steps.ts'
import { toPageTop } from './page-top.ts'
import { setShowAhead } from './step-ahead.ts'
import { StepView } from './step-view.tsx'

/**
 * Where steps are drawn, by turns: of two neighbours one is in the page and the other made ready. React listens for every event there
 * is on each of them, so there are no more than these.
 */
type Hosts = readonly [HTMLElement, HTMLElement]

/**
 * The step on screen and, made ready while the visitor reads it, the one that follows: going on then only puts it into the
 * page. Until then it is no part of the document, so whoever looks for a step finds one, and its effects wait.
 */
export function StepStage({ quiz }: { quiz: QuizState }) {
  const slot = useRef<HTMLDivElement>(null)
  const [hosts] = useState((): Hosts => [createHost(), createHost()])
  const [drawn] = useState(() => new Map<StepId, string>())
  const ahead = stepAhead(quiz)
  // The frame that shows a step does not wait for the one after it.
  const [begun, setBegun] = useState<StepId>()
  const at = stepIndex(quiz)
  const shown = [{ quiz, host: hostOf(hosts, at) }]
  const aheadId = ahead?.id
  if (aheadId && aheadId === begun) {
    shown.push({ quiz: { ...quiz, stepId: aheadId }, host: hostOf(hosts, at + 1) })
  }

  useEffect(() => {
    if (aheadId) afterPaint(() => setBegun(aheadId))
  }, [aheadId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the press has put into the page stays until the step is another one
  useLayoutEffect(() => {
    const host = hostOf(hosts, at)
    if (slot.current?.firstChild !== host) slot.current?.replaceChildren(host)
  }, [hosts, at, quiz.stepId])

  useLayoutEffect(() => {
    setShowAhead((after) => {
      const host = hostOf(hosts, stepIndex(after))
      const step = host.querySelector<HTMLElement>(`[data-step="${after.stepId}"]`)
      // Whoever is quicker than what is made ready would read an answer that was given before.
      if (!step || drawn.get(after.stepId) !== saidAbove(after)) return false
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
      {shown.map(({ quiz: each, host }) => (
        <Activity key={each.stepId} mode={each.stepId === quiz.stepId ? 'visible' : 'hidden'}>
          {createPortal(<DrawnStep quiz={each} drawn={drawn} />, host)}
        </Activity>
      ))}
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

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'contents'
  return host
}

function hostOf(hosts: Hosts, index: number): HTMLElement {
  return index % 2 ? hosts[1] : hosts[0]
}
