import { cn } from '#web/lib/cn.ts'

/** A spinner. Without text beside it, give it a `label`. */
export function Spinner({ className = 'size-6', label }: { className?: string; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cn('inline-flex', label && 'text-meadow')}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-spin', className)}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity=".22" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
