import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AccountSection } from '#web/features/auth/account/account-section.tsx'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { programsQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Container } from '#web/ui/container.tsx'
import { Tab, TabPanel, Tabs, TabsList } from '#web/ui/tabs.tsx'
import { type CabinetTab, cabinetTabs, tabOfAddress } from './cabinet-tab.ts'
import { PurchasesPanel } from './purchases-panel.tsx'
import { type PurchasesSummary, usePurchases } from './use-purchases.ts'

const texts = profileTexts.tabs

type CabinetProps = {
  person: Person
  /** The default tab: the purchases, or the result without any. */
  opensWith?: CabinetTab
  /** Renders the result's tab. */
  result: (bought: PurchasesSummary) => ReactNode
  onTakeTest: () => void
}

/** The cabinet of a signed-in user, in tabs that the address names. */
export function Cabinet({ person, opensWith, result, onTakeTest }: CabinetProps) {
  const bought = usePurchases(person.id)
  // Later data must not switch the tab.
  const [first, setFirst] = useState<CabinetTab | null>(opensWith ?? null)
  const address = useLocation()
  const navigate = useNavigate()
  if (!bought) return <ProfileLoading />

  const starting = first ?? (bought.hasCurrent ? 'program' : 'result')
  if (first === null) setFirst(starting)
  const shown = cabinetTabs.filter((tab) => tab !== 'program' || bought.hasAny)
  const named = tabOfAddress(address)
  const open = [named, starting].find((tab) => tab && shown.includes(tab)) ?? 'result'
  const select = (tab: string) => void navigate({ search: `?tab=${tab}` }, { replace: true })

  return (
    <Tabs value={open} onValueChange={select}>
      <Container className="pt-4 sm:pt-8">
        <h1 className="headline text-title">{profileTexts.title}</h1>
        <TabsList aria-label={texts.label} className="mt-4 sm:mt-6">
          {shown.map((tab) => (
            <Tab key={tab} value={tab} className="min-h-13 text-base">
              {tab === 'program' && !bought.hasSubscription ? texts.purchases : texts[tab]}
            </Tab>
          ))}
        </TabsList>
      </Container>
      {bought.hasAny && (
        <TabPanel value="program" className="animate-fade-in">
          <PurchasesPanel
            person={person}
            isAhead={bought.owned.length > 0}
            owned={bought.owned}
            onTakeTest={onTakeTest}
          />
        </TabPanel>
      )}
      <TabPanel value="result" className="pt-0!">
        {result(bought)}
      </TabPanel>
      <TabPanel value="account" className="animate-fade-in">
        <Container className="pb-9">
          <OwnAccount person={person} hasSubscription={bought.hasSubscription} />
        </Container>
      </TabPanel>
    </Tabs>
  )
}

/** The account, which knows of the program that was bought and of a test that may not be the user's. */
function OwnAccount({ person, hasSubscription }: { person: Person; hasSubscription: boolean }) {
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
