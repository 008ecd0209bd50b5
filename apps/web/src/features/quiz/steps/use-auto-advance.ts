import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { useEffect, useRef } from 'react'

/** The choice is visible for this long, even after a delayed press. */
const minShownMs = autoAdvanceMs / 2

type AutoAdvance = {
  /** `pressedAt` is the event's own `timeStamp`. */
  schedule: (pressedAt: number) => boolean
  cancel: () => void
}

/**
 * Advances `autoAdvanceMs` after the press. `schedule` returns false during the pause, to ignore a
 * double tap. Leaving the step cancels it.
 */
export function useAutoAdvance(advance: () => void): AutoAdvance {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  function cancel() {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }

  function schedule(pressedAt: number) {
    if (timer.current) return false
    const pauseMs = Math.max(autoAdvanceMs - (performance.now() - pressedAt), minShownMs)
    timer.current = setTimeout(() => {
      timer.current = null
      advance()
    }, pauseMs)
    return true
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only leaving the step calls it off
  useEffect(() => cancel, [])
  return { schedule, cancel }
}
