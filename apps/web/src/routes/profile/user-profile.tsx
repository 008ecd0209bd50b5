import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { EmptyProfile, LoadFailure } from '#web/features/profile/profile-states.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Cabinet } from './cabinet.tsx'
import { OwnHistory } from './own-history.tsx'
import { ProfileView } from './profile-view.tsx'
import { SunBand } from './sun-band.tsx'

type UserProfileProps = { person: Person; onTakeTest: () => void }

/** The cabinet of whoever is signed in. */
export function UserProfile({ person, onTakeTest }: UserProfileProps) {
  const { data, isPending, isError, refetch } = useQuery(latestProfileQuery(useConfig(), person.id))
  if (isPending) return <ProfileLoading />
  if (isError) {
    const retry = () => {
      buttonClicked('try_again', '/profile')
      void refetch()
    }
    return <LoadFailure what="cabinet" onRetry={retry} />
  }
  return (
    <Cabinet
      person={person}
      result={(bought) =>
        data ? (
          <ProfileView
            profile={data}
            bought={bought}
            history={<OwnHistory userId={person.id} onScreen={data} />}
            onRetake={onTakeTest}
          />
        ) : (
          <SunBand isInCabinet>
            <EmptyProfile>
              <Button size="lg" onClick={onTakeTest}>
                {profileTexts.takeTest}
              </Button>
            </EmptyProfile>
          </SunBand>
        )
      }
    />
  )
}
