import { profileErrorTexts } from '@app/content/ru/errors'
import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { sharedProfileQuery } from '#web/features/profile/profile-queries.ts'
import { LoadFailure, ProfileFailure } from '#web/features/profile/profile-states.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ProfileView } from './profile-view.tsx'

/** A saved result, opened by the token that its owner was given. */
export function SharedProfile({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(sharedProfileQuery(useConfig(), token))
  if (data) return <ProfileView profile={data} resultToken={token} />
  if (!error) return <PageLoading />
  // What cannot be a token at all is refused otherwise than one that nobody was given.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
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
  return <LoadFailure what="result" onRetry={() => void refetch()} />
}
