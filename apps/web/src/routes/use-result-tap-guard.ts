import { type MouseEvent, useRef } from 'react'
import { useDoubleTapGuard } from '#web/features/quiz/steps/use-double-tap-guard.ts'
import { focusResultTitle } from '#web/features/result/result-title.ts'

/** A further tap within this time belongs to the same series, in milliseconds. */
const tapSeriesMs = 450

/**
 * Returns a capture handler for the clicks of a result. It ignores the further taps of a multiple
 * tap that ended the quiz, because they would press a part of the result.
 */
export function useResultTapGuard(): (event: MouseEvent) => void {
  const isOwnTap = useDoubleTapGuard()
  const echoAt = useRef(Number.NEGATIVE_INFINITY)
  return (event) => {
    const isOfSeries = event.detail > 2 && event.timeStamp - echoAt.current < tapSeriesMs
    if (!isOfSeries && isOwnTap(event)) return
    echoAt.current = event.timeStamp
    event.preventDefault()
    event.stopPropagation()
    focusResultTitle()
  }
}
