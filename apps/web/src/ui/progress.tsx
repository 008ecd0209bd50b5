import { cn } from '#web/lib/cn.ts'

type ProgressProps = { percent: number; label: string; className?: string }

/** A plain bar of how much is done, 0 to 100. */
export function Progress({ percent, label, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('h-1.5 overflow-hidden rounded-full bg-mist-deep', className)}
    >
      <div
        className="h-full rounded-full bg-meadow transition-[width] duration-200"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
