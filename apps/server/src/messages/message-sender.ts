import { setTimeout as sleep } from 'node:timers/promises'
import { runInBackground } from '@app/platform/database/run-in-background'
import { findNextAttempt } from './message-queries.ts'
import type { MessageServices } from './message-services.ts'
import { sendNextMessage } from './send-next-message.ts'

/** Sends what is due, in this process. */
export type MessageSender = {
  /** Sends until nothing is due and answers how many requests were made. Calls while it runs join it. */
  drain: () => Promise<number>
  /** Begins to send without waiting for it. */
  wake: () => void
  /** Stops claiming messages and waits for those in progress. */
  stop: () => Promise<void>
}

/** A retry closer than this is waited for here; later ones are found by the job that runs every minute. */
const maxInProcessWaitMs = 60_000
/** Avoids busy polling when another process holds the due messages. */
const minWaitMs = 250

/** Creates the sender. `onError` gets background errors. */
export function createMessageSender(
  services: MessageServices,
  onError: (error: unknown) => void,
): MessageSender {
  const pace = createPacer(services.settings.messagesPerSecond)
  let running: Promise<number> | null = null
  let isWanted = false
  let isStopped = false
  let timer: NodeJS.Timeout | null = null

  const drain = (): Promise<number> => {
    if (running) {
      // A caller during the run requests another run.
      isWanted = true
      return running
    }
    isWanted = false
    running = runInBackground(sendAll).finally(() => {
      running = null
      if (isWanted && !isStopped) wake()
    })
    return running
  }

  async function sendAll(): Promise<number> {
    // One query is enough when nothing is due.
    const next = await findNextAttempt(services.db, services.now())
    if (!next || next > services.now()) {
      waitFor(next)
      return 0
    }
    const lanes = Array.from({ length: services.settings.concurrency }, sendLane)
    const ends = await Promise.allSettled(lanes)
    waitFor(await findNextAttempt(services.db, services.now()))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    return ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0)
  }

  async function sendLane(): Promise<number> {
    let count = 0
    while (!isStopped) {
      await pace.next()
      const step = await sendNextMessage(services)
      if (step === 'idle') break
      if (step === 'sent') count += 1
    }
    return count
  }

  function waitFor(next: Date | null): void {
    const inMs = next ? next.getTime() - services.now().getTime() : Number.POSITIVE_INFINITY
    if (isStopped || inMs > maxInProcessWaitMs) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(wake, Math.max(inMs, minWaitMs))
    timer.unref()
  }

  function wake(): void {
    if (!isStopped) drain().catch(onError)
  }

  return {
    drain,
    wake,
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}

/** Limits callers to `perSecond`, evenly spaced. */
function createPacer(perSecond: number) {
  const stepMs = 1000 / perSecond
  let next = 0
  return {
    async next(): Promise<void> {
      const now = performance.now()
      next = Math.max(next + stepMs, now)
      if (next - now > 1) await sleep(next - now)
    },
  }
}
