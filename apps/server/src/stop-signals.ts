/** A terminal's Ctrl+C reaches the process directly and again through npm; the echo is no second wish. */
const duplicateSignalMs = 1000

/** The time that the rest may take after what the server does for others. */
const maxCloseMs = 9_500

export type StopOptions = {
  stop: () => Promise<void>
  /** The time between the signal and the shutdown. */
  drainMs?: number
  /** Called when the shutdown takes much longer, before the process exits. */
  onLate: () => void
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT and exits 0 when it is done, 1 when it fails or takes
 * too long. A second signal exits at once.
 */
export function stopOnSignals({ stop, drainMs = 0, onLate }: StopOptions): void {
  let firstAt: number | null = null

  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > duplicateSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    firstAt = performance.now()
    setTimeout(() => {
      onLate()
      process.exit(1)
    }, drainMs + maxCloseMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The server could not stop cleanly:', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
