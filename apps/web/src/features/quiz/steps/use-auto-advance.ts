import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { useEffect, useRef } from 'react'

/**
 * Goes on `autoAdvanceMs` after a choice. `schedule` answers false during the pause, so that the second tap of
 * a double tap is nobody's. Leaving the step before then calls the advance off.
 */
export function useAutoAdvance(advance: () => void): { schedule: () => boolean; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  function cancel() {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }

  function schedule() {
    if (timer.current !== null) return false
    timer.current = setTimeout(() => {
      timer.current = null
      advance()
    }, autoAdvanceMs)
    return true
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only leaving the step calls it off
  useEffect(() => cancel, [])
  return { schedule, cancel }
}
