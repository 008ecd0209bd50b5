import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** An alert over the foot of the window, where the first screen has a picture. In older browsers the header has a window of its own. */
export function PageNote({ children }: { children: ReactNode }) {
  return createPortal(
    <p
      role="alert"
      className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-60 mx-auto max-w-md rounded-2xl border border-danger bg-card px-5 py-3 text-center text-label text-danger"
    >
      {children}
    </p>,
    document.body,
  )
}
