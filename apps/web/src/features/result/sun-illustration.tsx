import { cn } from '#web/lib/cn.ts'

/** Draws the sun above the hills, the end of the way that the first screen shows. */
export function SunIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 540 330"
      fill="none"
      aria-hidden="true"
      className={cn('drawing overflow-visible', className)}
    >
      <g stroke="#f8d08c">
        <circle cx="330" cy="168" r="112" strokeWidth="7" opacity=".8" />
        <circle cx="330" cy="168" r="148" strokeWidth="6" opacity=".5" />
        <circle cx="330" cy="168" r="186" strokeWidth="5" opacity=".3" />
      </g>
      <circle cx="330" cy="168" r="80" fill="#f2a33a" />
      <path
        d="M214 196q30-8 70-2t70-1q-34 9-66 6t-74-3ZM318 140q34-8 74-2t72-1q-36 9-70 6t-76-3Z"
        fill="#fdf3df"
      />
      <path d="M0 330c70-52 150-82 236-64 96 22 200 12 304-40v104H0Z" fill="#a9bd92" />
      <path d="M60 330c80-46 170-52 262-40 84 11 150-4 218-34v74Z" fill="#6c9c7b" />
      <path d="M180 330c90-26 240-34 360-30v30Z" fill="#2d6a4d" />
    </svg>
  )
}
