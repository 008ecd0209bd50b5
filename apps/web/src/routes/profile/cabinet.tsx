import { profileTexts } from '@app/content/ru/ui/profile'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Container } from '#web/ui/container.tsx'
import { Tab, TabPanel, Tabs, TabsList } from '#web/ui/tabs.tsx'
import { BoughtPanel } from './bought-panel.tsx'
import { type CabinetTab, cabinetTabs, tabOfAddress } from './cabinet-tab.ts'
import { OwnAccount } from './own-account.tsx'
import { type Bought, useBought } from './use-bought.ts'

const texts = profileTexts.tabs

type CabinetProps = {
  person: Person
  /** What opens when the address names no tab; else what was bought, and without a purchase that stands the result. */
  opensWith?: CabinetTab
  /** The result's tab. */
  result: (bought: Bought) => ReactNode
}

/** The cabinet of a signed-in user, in tabs that the address names. */
export function Cabinet({ person, opensWith, result }: CabinetProps) {
  const bought = useBought(person.id)
  // What is learned later, after a purchase in another tab say, must not turn the page under its reader.
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
          <BoughtPanel person={person} isAhead={bought.owned.length > 0} />
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
