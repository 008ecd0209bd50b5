import { profileTexts } from '@app/content/ru/ui/profile'
import { Suspense, useEffect } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { profileSource } from '#web/features/profile/profile-source.ts'
import { profileViewed } from '#web/lib/analytics/page-events.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { addressedProfile } from './profile/known-parts.ts'
import { LatestProfile } from './profile/latest-profile.tsx'

/** Whether nobody has been here since the page was opened. */
let isFirst = true

/** The personal cabinet: a result from the address, or the latest one of whoever is signed in. */
export default function ProfileRoute() {
  usePageMeta({ title: profileTexts.title })
  const [params] = useSearchParams()
  const source = profileSource(params)

  useEffect(() => {
    if (isFirst && !location.hash) window.scrollTo(0, 0)
    isFirst = false
  }, [])

  useEffect(() => profileViewed(source.kind), [source.kind])

  if (source.kind === 'latest') return <LatestProfile />
  return (
    <Suspense fallback={<PageLoading />}>
      <LazyPart part={addressedProfile} props={{ source }} />
    </Suspense>
  )
}
