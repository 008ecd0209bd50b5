import { profileErrorTexts } from '@app/content/ru/errors'
import { profileTexts } from '@app/content/ru/ui/profile'
import { useMemo } from 'react'
import { profileFromData } from '#web/features/profile/profile.ts'
import { ProfileFailure } from '#web/features/profile/profile-states.tsx'
import { ProfileView } from './profile-view.tsx'

/** The answers that stand in the address. Nothing is asked of the server and nothing is told to it. */
export function DataProfile({ text }: { text: string }) {
  const profile = useMemo(() => profileFromData(text), [text])
  if (!profile) {
    return <ProfileFailure message={profileErrorTexts.unexpected} explanation={profileTexts.badData} />
  }
  return <ProfileView profile={profile} />
}
