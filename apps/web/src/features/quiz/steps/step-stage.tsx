import { type QuizState, stepAhead, stepIndex } from '@app/domain/quiz/machine'
import { payOffAt } from '@app/domain/quiz/pay-off'
import type { StepId } from '@app/domain/quiz/steps'
import { Activity, memo, Suspense, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { showProgress } from '../progress-horizon.tsx'
import { payOff } from './later-steps.ts'
import { toPageTop } from './page-top.ts'
import { ahead } from './step-ahead.ts'
import { StepView } from './step-view.tsx'

/**
 * The step on screen and, made ready while the visitor reads it, the one that follows: going on then only puts it into the
 * page. Until then it is no part of the document, so whoever looks for a step finds one, and its effects wait.
 *
 * Steps take turns in two hosts, which React has drawn into the slot and never takes out of it: which of them is in the page is
 * settled here.
 */
export function StepStage({ quiz }: { quiz: QuizState }) {
  const slot = useRef<HTMLDivElement>(null)
  const hosts = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [drawn] = useState(() => new Map<StepId, string>())
  const aheadId = stepAhead(quiz)?.id
  const at = stepIndex(quiz)
  // React draws the second by and by, after the first stands in the page.
  const shown = [quiz, aheadId && { ...quiz, stepId: aheadId }]

  const hostOf = (index: number) => hosts[index % 2]?.current

  /** Has one host in the page. The focus moves before the other is out, which would take it away: it moves once. */
  function bring(index: number, heading?: HTMLElement | null) {
    const host = hostOf(index)
    if (host && !host.isConnected) slot.current?.append(host)
    heading?.focus({ preventScroll: true })
    hostOf(index + 1)?.remove()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the press has put into the page stays until the step is another one
  useLayoutEffect(() => bring(at), [at, quiz.stepId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hosts are the same for as long as the stage stands
  useLayoutEffect(() => {
    ahead.show = (after) => {
      const index = stepIndex(after)
      const host = hostOf(index)
      // A stage that has gone has none.
      const step = host?.querySelector(`[data-step="${after.stepId}"]`)
      // Whoever is quicker than what is made ready would read an answer that was given before.
      if (!step || drawn.get(after.stepId) !== saidAbove(after)) return false
      // What is made ready is kept from showing by its own style.
      for (const each of host?.children ?? []) each.removeAttribute('style')
      showProgress(slot.current, after)
      bring(index, step.querySelector('h1'))
      toPageTop()
      return true
    }
  }, [drawn])

  return (
    <div ref={slot} className="contents">
      {hosts.map((host, turn) => {
        const each = shown[(turn + at) % 2]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a host is its turn
          <div key={turn} ref={host} className="contents">
            {each && (
              <Activity key={each.stepId} mode={each.stepId === quiz.stepId ? 'visible' : 'hidden'}>
                <DrawnStep quiz={each} drawn={drawn} />
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
