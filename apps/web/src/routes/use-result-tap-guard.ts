import { type MouseEvent, useRef } from 'react'
import { useDoubleTapGuard } from '#web/features/quiz/steps/use-double-tap-guard.ts'
import { focusResultTitle } from '#web/features/result/result-title.ts'

/** How soon a further tap belongs to the same series, in milliseconds. */
const seriesMs = 450

/**
 * For the clicks of a result, in their capture: the further taps of a double or triple tap that has ended the quiz land on whatever the result
 * has there, a number to call among it. They do nothing, and the focus stays at the title.
 */
export function useResultTapGuard(): (event: MouseEvent) => void {
  const isOwnTap = useDoubleTapGuard()
  const echoAt = useRef(Number.NEGATIVE_INFINITY)
  return (event) => {
    const isOfSeries = event.detail > 2 && event.timeStamp - echoAt.current < seriesMs
    if (!isOfSeries && isOwnTap(event)) return
    echoAt.current = event.timeStamp
    event.preventDefault()
    event.stopPropagation()
    focusResultTitle()
  }
}
