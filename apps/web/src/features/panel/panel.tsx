import { panelNames as names, type PanelTab, panelTexts } from '@app/content/ru/ui/panel'
import type { PanelSession } from '@app/contracts/panel'
import { type ComponentType, useState } from 'react'
import { FactorsSection } from '#web/components/second-factor/factors-section.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useStaffPage } from '#web/lib/page/staff-page.ts'
import { Container } from '#web/ui/container.tsx'
import { Tab, TabPanel, Tabs, TabsList } from '#web/ui/tabs.tsx'
import { AnalyticsTab } from './analytics/analytics-tab.tsx'
import { CustomTestsTab } from './custom/custom-tests-tab.tsx'
import { DatabaseTab } from './database/database-tab.tsx'
import { PanelOrders } from './orders/panel-orders.tsx'
import { BackendDebug } from './overview/backend-debug.tsx'
import { ProductionStatus } from './overview/production-status.tsx'
import { SignatureBox } from './overview/signature-box.tsx'
import { SystemStatus } from './overview/system-status.tsx'
import { PanelContext } from './panel-context.ts'
import { RunningNote } from './running-note.tsx'
import { ApisTab } from './tabs/apis-tab.tsx'
import { ResultsTab } from './tabs/results-tab.tsx'
import { WebhooksTab } from './tabs/webhooks-tab.tsx'
import { usePanelTools } from './use-panel-tools.ts'

const tabs: readonly [PanelTab, ComponentType][] = [
  ['webhooks', WebhooksTab],
  ['apis', ApisTab],
  ['analytics', AnalyticsTab],
  ['database', DatabaseTab],
  ['custom', CustomTestsTab],
  ['results', ResultsTab],
]

/** The internal test panel (specification, section 2): every part of the product, asked from one page. */
export default function Panel({ apiUrls }: Pick<PanelSession, 'apiUrls'>) {
  usePageMeta({ title: panelTexts.title })
  useStaffPage()
  const tools = usePanelTools(apiUrls)
  return (
    <PanelContext value={tools}>
      <Container className="grid gap-8 pt-8 pb-16">
        <header className="grid gap-2">
          <h1 className="headline text-title">{panelTexts.title}</h1>
          <p className="max-w-[46rem] text-ink-soft">{panelTexts.lead}</p>
        </header>
        <section aria-labelledby="panel-overview" className="grid gap-4 md:grid-cols-2 md:items-start">
          <h2 id="panel-overview" className="sr-only">
            {panelTexts.overview}
          </h2>
          <div className="grid min-w-0 gap-4">
            <SystemStatus />
            <SignatureBox />
            <ProductionStatus />
          </div>
          <BackendDebug />
        </section>
        <section aria-labelledby="panel-tests" className="min-w-0">
          <h2 id="panel-tests" className="sr-only">
            {panelTexts.tests}
          </h2>
          <TestTabs />
        </section>
        <PanelOrders />
        <FactorsSection />
      </Container>
    </PanelContext>
  )
}

function TestTabs() {
  const [tab, setTab] = useState<PanelTab>('webhooks')
  return (
    <Tabs
      value={tab}
      onValueChange={(opened) => setTab(tabs.find(([id]) => id === opened)?.[0] ?? 'webhooks')}
    >
      <RunningNote tab={tab} />
      <TabsList aria-label={panelTexts.tests}>
        {tabs.map(([id]) => (
          <Tab key={id} value={id}>
            {names.tabs[id]}
          </Tab>
        ))}
      </TabsList>
      {tabs.map(([id, Content]) => (
        <TabPanel key={id} value={id}>
          <Content />
        </TabPanel>
      ))}
    </Tabs>
  )
}
