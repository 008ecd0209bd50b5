import { useCallback, useEffect, useState } from 'react'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'

const load = async () => (await import('./checkout-sheet.tsx')).CheckoutSheet

/** `opening`: asked for, and its script not here yet. `failed`: it did not come. */
type SheetState =
  | { status: 'closed' | 'opening' | 'failed' }
  | { status: 'open'; Sheet: Awaited<ReturnType<typeof load>> }

/** Opens the checkout dialog and preloads its script when idle. */
export function useCheckoutSheet() {
  const [state, setState] = useState<SheetState>({ status: 'closed' })
  const close = useCallback(() => setState({ status: 'closed' }), [])
  useEffect(() => whenIdle(() => void load().catch(() => {})), [])
  const hasFailed = state.status === 'failed'
  // A newer press may have succeeded.
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('click', close, { capture: true, once: true })
    return () => removeEventListener('click', close, true)
  }, [hasFailed, close])

  /** Another press cancels the opening. */
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
