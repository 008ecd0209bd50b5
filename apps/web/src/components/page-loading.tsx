import { layoutTexts } from '@app/content/ru/ui/layout'
import { Spinner } from '#web/ui/spinner.tsx'

/** What a route shows while its script arrives. */
export function PageLoading() {
  return (
    <div className="grid min-h-[60svh] place-items-center">
      <Spinner className="size-8" label={layoutTexts.loading} />
    </div>
  )
}
