/**
 * Runs an action after so many milliseconds, before whatever else has come up by then: what somebody waits to see. A browser has a timer
 * wait for the frames that follow a press, as long as there are any; without the scheduler a timer is all there is. Answers how to call it off.
 */
export function urgently(run: () => void, delayMs = 0): () => void {
  let isWanted = true
  const runWanted = () => {
    if (isWanted) run()
  }
  // By its types every browser has it; Safari has not.
  const { scheduler } = globalThis
  if (scheduler)
    void scheduler.postTask(runWanted, { priority: 'user-blocking', delay: Math.max(delayMs, 0) })
  else setTimeout(runWanted, delayMs)
  return () => {
    isWanted = false
  }
}
