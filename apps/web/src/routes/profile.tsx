import { profileTexts } from '@app/content/ru/ui/profile'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileSource } from '#web/features/profile/profile-source.ts'
import { profileViewed } from '#web/lib/analytics/page-events.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { DataProfile } from './profile/data-profile.tsx'
import { LatestProfile } from './profile/latest-profile.tsx'
import { SharedProfile } from './profile/shared-profile.tsx'

/** The personal cabinet: a result from the address, or the latest one of whoever is signed in. */
export default function ProfileRoute() {
  usePageMeta({ title: profileTexts.title })
  const [params] = useSearchParams()
  const source = profileSource(params)

  useEffect(() => {
    if (!location.hash) window.scrollTo(0, 0)
  }, [])

  useEffect(() => profileViewed(source.kind), [source.kind])

  return (
    <QueryClientProvider client={queryClient}>
      {source.kind === 'data' && <DataProfile text={source.text} />}
      {source.kind === 'token' && <SharedProfile token={source.token} />}
      {source.kind === 'latest' && <LatestProfile />}
    </QueryClientProvider>
  )
}
