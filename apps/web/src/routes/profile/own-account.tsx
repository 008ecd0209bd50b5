import { useQuery } from '@tanstack/react-query'
import { AccountSection } from '#web/features/auth/account/account-section.tsx'
import { messagesLeft } from '#web/features/subscription/subscription-notice.ts'
import { subscriptionQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'

/** The account of whoever is signed in, which knows of the program they have bought. */
export function OwnAccount({ person, hasProgram }: { person: Person; hasProgram: boolean }) {
  const { data: program } = useQuery(subscriptionQuery(useConfig(), person.id))
  return (
    <AccountSection
      person={person}
      hasProgram={hasProgram}
      programPhone={program?.phone ?? null}
      messagesLeft={program ? messagesLeft(program) : 0}
    />
  )
}
