import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/page/when-idle.ts'

function Nothing(): ReactNode {
  return null
}

/** A page without the end of its header is better than none, should its script not arrive. */
const HeaderSession = lazy(() => import('./header-session.tsx').catch(() => ({ default: Nothing })))

/**
 * Where the header shows the session. Everything about sessions comes in a script of its own once the page is idle,
 * so that a visitor's first question waits for none of it.
 */
export function SessionSlot() {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => whenIdle(() => setAlive(true)), [])
  return (
    isAlive && (
      <Suspense fallback={null}>
        <HeaderSession />
      </Suspense>
    )
  )
}
