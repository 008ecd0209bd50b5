import { useEffect, useState } from 'react'
import { pagePart } from '#web/lib/page/lazy-part.tsx'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { whileWanted } from '#web/lib/page/while-wanted.ts'

export const checkoutSheet = pagePart(() => import('./checkout-sheet.tsx'))

/** How long a press waits for the sheet, in milliseconds: a payment needs a network, and whoever has lost theirs is told so. */
const patienceMs = 10_000

/** `coming`: asked for, and its script not here yet. `failed`: it did not come. */
type SheetStatus = 'closed' | 'coming' | 'failed' | 'open'

/** Whether the sheet before the payment is open. A result does not wait for its script, which comes once nothing better is to be done. */
export function useCheckoutSheet() {
  const [status, setStatus] = useState<SheetStatus>('closed')
  const close = () => setStatus('closed')
  useEffect(() => whenIdle(checkoutSheet.preload), [])

  /** Whoever presses something else before it is there wants that. */
  async function open() {
    setStatus('coming')
    const isHere = await whileWanted(Promise.race([checkoutSheet.whenReady(), outOfPatience()]), close)
    if (isHere !== null) setStatus(isHere ? 'open' : 'failed')
  }

  return { status, open, close }
}

const outOfPatience = () => new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
