import { layoutTexts } from '@app/content/ru/ui/layout'
import { Spinner } from '#web/ui/spinner.tsx'

type PageLoadingProps = { label?: string; late?: string }

/**
 * Shows what stands in a page's or a step's place while its script, or what it shows, is on its
 * way; after a while, why it does not come.
 */
export function PageLoading({ label = layoutTexts.loading, late = layoutTexts.late }: PageLoadingProps) {
  return (
    <div className="grid min-h-[60svh] place-items-center">
      <div className="grid justify-items-center gap-4 px-5">
        <Spinner className="size-8" label={label} />
        <h1 className="late-note max-w-sm text-center text-ink-soft">{late}</h1>
      </div>
    </div>
  )
}
