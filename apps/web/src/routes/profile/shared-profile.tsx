import { profileErrorTexts } from '@app/content/ru/errors'
import { profileTexts } from '@app/content/ru/ui/profile'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { profileFromData } from '#web/features/profile/profile.ts'
import { sharedProfileQuery } from '#web/features/profile/profile-queries.ts'
import type { ProfileSource } from '#web/features/profile/profile-source.ts'
import { LoadFailure, ProfileFailure } from '#web/features/profile/profile-states.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { reportError } from '#web/lib/report-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { ProfileView } from './profile-view.tsx'

/** The result that the address names, in a script without an account's. */
export default function SharedProfile({ source }: { source: Exclude<ProfileSource, { kind: 'latest' }> }) {
  return (
    <QueryClientProvider client={queryClient}>
      {source.kind === 'data' ? <FromData text={source.text} /> : <FromToken token={source.token} />}
    </QueryClientProvider>
  )
}

/** A result from the answers in the address, which stay in the browser. */
function FromData({ text }: { text: string }) {
  const profile = useMemo(() => profileFromData(text), [text])
  const isBroken = profile === null
  useEffect(() => {
    if (!isBroken) return
    reportError({ type: 'profile_load_failed', message: 'the answers in the address cannot be read' })
  }, [isBroken])
  if (profile)
    return <ProfileView profile={profile} note={<Alert className="mt-5">{profileTexts.fromLink}</Alert>} />
  return (
    <ProfileFailure
      message={profileErrorTexts.badLink}
      explanation={`${profileErrorTexts.badLinkText}. ${profileTexts.badData}`}
    >
      <PageLink to="/" className={buttonStyle()} onClick={() => buttonClicked('take_test', '/profile')}>
        {profileTexts.takeTest}
      </PageLink>
    </ProfileFailure>
  )
}

/** A saved result, opened by the token that its owner was given. */
function FromToken({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(sharedProfileQuery(useConfig(), token))
  if (data) return <ProfileView profile={data} resultToken={token} />
  if (!error) return <PageLoading />
  // A malformed token is refused with another status than an unknown one.
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!isUnknown) return <LoadFailure what="result" onRetry={() => void refetch()} />
  return (
    <ProfileFailure
      message={profileErrorTexts.notFound}
      explanation={`${profileErrorTexts.notFoundText} ${profileTexts.unknownResult}`}
    >
      <PageLink to="/profile" className={buttonStyle()}>
        {profileTexts.title}
      </PageLink>
    </ProfileFailure>
  )
}
