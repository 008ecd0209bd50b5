import { useQuery } from '@tanstack/react-query'
import { AccountSection } from '#web/features/auth/account/account-section.tsx'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { programsQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'

/** The account of whoever is signed in, which knows of the program they have bought and of a test that may not be theirs. */
export function OwnAccount({ person, hasSubscription }: { person: Person; hasSubscription: boolean }) {
  const config = useConfig()
  const { data: bought } = useQuery(programsQuery(config, person.id))
  const { data: orders = [] } = useQuery(ordersQuery(config, person.id))
  const { data: latest } = useQuery(latestProfileQuery(config, person.id))
  return (
    <AccountSection
      person={person}
      circumstances={{ hasSubscription, hasUnclaimed: latest?.lead?.ownership === 'linked' }}
      subscriptionPhone={bought?.programs.find(({ isGift }) => !isGift)?.phone ?? null}
      messagesLeft={bought?.messagesLeft ?? 0}
      consultations={orders.filter(({ isHeld }) => isHeld === false).map(({ invId }) => invId)}
    />
  )
}
