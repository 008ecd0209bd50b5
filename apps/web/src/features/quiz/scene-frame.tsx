import type { ReactNode } from 'react'

/** The frame that every scene is drawn in. */
export function SceneFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 400 300"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className="absolute size-full"
    >
      {children}
    </svg>
  )
}
