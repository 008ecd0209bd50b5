import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { useEffect, useRef } from 'react'

/** However late a busy phone heard of a press, what was chosen is seen for this long. */
const minShownMs = autoAdvanceMs / 2

type AutoAdvance = {
  /** `pressedAt` is the event's own `timeStamp`. */
  schedule: (pressedAt: number) => boolean
  cancel: () => void
}

/**
 * Goes on `autoAdvanceMs` after the press that chose. `schedule` answers false during the pause, so that the second tap of
 * a double tap is nobody's. Leaving the step before then calls the advance off.
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
