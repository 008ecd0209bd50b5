import { importTexts } from '@app/content/ru/ui/desk/imports'

/** Shows how far a file has got. */
export function Progress({ label, done, all }: { label: string; done: number; all: number }) {
  return (
    <div className="grid max-w-md gap-1.5">
      <progress aria-label={label} value={done} max={all} className="h-2 w-full accent-meadow" />
      <p className="text-label text-ink-soft tabular-nums">
        {label}: {importTexts.progress(done, all)}
      </p>
    </div>
  )
}
