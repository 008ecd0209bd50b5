import { cn } from '#web/lib/cn.ts'

/** A tick that draws itself when it appears. */
export function CheckMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={cn('block', className)}>
      <path
        d="M2.5 8.6 6.2 12.2 13.5 4"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="24"
        className="animate-draw"
      />
    </svg>
  )
}
