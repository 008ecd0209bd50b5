import type { ReactNode } from 'react'

/** A few words that lie over the head of the page for a while, with at most one thing to press. */
export function Toast({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="fixed inset-x-3 top-3 z-30 mx-auto flex max-w-md animate-fade-in flex-wrap items-center justify-between gap-x-4 rounded-2xl bg-night px-5 py-2 text-label text-on-night"
    >
      {children}
    </div>
  )
}
