import { cn } from '#web/lib/cn.ts'

/** The sun coming up over the steppe. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 30" fill="none" aria-hidden="true" className={cn('block', className)}>
      <path d="M8.5 19.5a11.5 11.5 0 0 1 23 0Z" fill="var(--color-amber)" />
      <path d="M1.5 19.5h37" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M8 26.2c5.5-2.7 9.8 1.7 15 .4 3-.7 5.6-1.4 9-.6"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
