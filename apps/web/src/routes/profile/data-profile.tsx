import { profileErrorTexts } from '@app/content/ru/errors'
import { profileTexts } from '@app/content/ru/ui/profile'
import { useEffect, useMemo } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { profileFromData } from '#web/features/profile/profile.ts'
import { ProfileFailure } from '#web/features/profile/profile-states.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { reportError } from '#web/lib/report-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { ProfileView } from './profile-view.tsx'

/** The answers that stand in the address. Nothing of them is told to the server, and of a visitor it is asked nothing. */
export function DataProfile({ text }: { text: string }) {
  const profile = useMemo(() => profileFromData(text), [text])
  const isBroken = profile === null
  useEffect(() => {
    if (!isBroken) return
    reportError({ type: 'profile_load_failed', message: 'the answers in the address cannot be read' })
  }, [isBroken])
  if (!profile) {
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
  return <ProfileView profile={profile} note={<Alert className="mt-5">{profileTexts.fromLink}</Alert>} />
}
