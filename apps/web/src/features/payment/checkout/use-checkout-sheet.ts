import { useCallback, useEffect, useState } from 'react'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'

const load = async () => (await import('./checkout-sheet.tsx')).CheckoutSheet

/** `opening`: asked for, and its script not here yet. `failed`: it did not come. */
type SheetState =
  | { status: 'closed' | 'opening' | 'failed' }
  | { status: 'open'; Sheet: Awaited<ReturnType<typeof load>> }

/** Whether the sheet before the payment is open. A result does not wait for its script, which comes once nothing better is to be done. */
export function useCheckoutSheet() {
  const [state, setState] = useState<SheetState>({ status: 'closed' })
  const close = useCallback(() => setState({ status: 'closed' }), [])
  useEffect(() => whenIdle(() => void load().catch(() => {})), [])
  const hasFailed = state.status === 'failed'
  // Whatever is pressed next, here or at another product, may have succeeded where this has not.
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('click', close, { capture: true, once: true })
    return () => removeEventListener('click', close, true)
  }, [hasFailed, close])

  /** Whoever presses something else before it is there wants that. */
  async function open() {
    setState({ status: 'opening' })
    try {
      const Sheet = await untilNextClick(load(), close)
      if (Sheet) setState({ status: 'open', Sheet })
    } catch {
      setState({ status: 'failed' })
    }
  }

  return { state, open, close }
}
