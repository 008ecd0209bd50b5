import { type QuizState, stepAhead } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from '#web/lib/page/after-paint.ts'
import { toPageTop } from './page-top.ts'
import { setShowAhead } from './step-ahead.ts'
import { StepView } from './step-view.tsx'

/**
 * The step on screen and, made ready while the visitor reads it, the one that follows: going on then only puts it into the
 * page. Until then it is no part of the document, so whoever looks for a step finds one, and its effects wait.
 */
export function StepStage({ quiz }: { quiz: QuizState }) {
  const slot = useRef<HTMLDivElement>(null)
  const [hosts] = useState(() => new Map<StepId, HTMLElement>())
  const ahead = stepAhead(quiz)?.id
  // The frame that shows a step does not wait for the one after it.
  const [begun, setBegun] = useState<StepId>()
  const shown: StepId[] = ahead && ahead === begun ? [quiz.stepId, ahead] : [quiz.stepId]

  useEffect(() => {
    if (ahead) afterPaint(() => setBegun(ahead))
  }, [ahead])

  useLayoutEffect(() => {
    const host = hostOf(hosts, quiz.stepId)
    if (slot.current?.firstChild !== host) slot.current?.replaceChildren(host)
    for (const id of hosts.keys()) if (id !== quiz.stepId && id !== ahead) hosts.delete(id)
  }, [hosts, quiz.stepId, ahead])

  useLayoutEffect(() => {
    setShowAhead((stepId) => {
      const host = hosts.get(stepId)
      const step = host?.querySelector<HTMLElement>('[data-step]')
      if (!host || !step) return false
      // What is made ready is kept from showing by its own style.
      step.style.display = ''
      slot.current?.replaceChildren(host)
      toPageTop()
      return true
    })
    return () => setShowAhead(null)
  }, [hosts])

  return (
    <div ref={slot} className="contents">
      {shown.map((stepId) => (
        <Activity key={stepId} mode={stepId === quiz.stepId ? 'visible' : 'hidden'}>
          {createPortal(
            <StepView quiz={stepId === ahead ? { ...quiz, stepId } : quiz} />,
            hostOf(hosts, stepId),
          )}
        </Activity>
      ))}
    </div>
  )
}

function hostOf(hosts: Map<StepId, HTMLElement>, stepId: StepId): HTMLElement {
  const known = hosts.get(stepId)
  if (known) return known
  const host = document.createElement('div')
  host.className = 'contents'
  hosts.set(stepId, host)
  return host
}
