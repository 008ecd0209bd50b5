import { messagesTexts as texts } from '@app/content/ru/ui/desk/messages'
import { conversationFilters } from '@app/contracts/desk/messages'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { Chips } from '../parts/chips.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { Conversations } from './conversations.tsx'
import { UndeliveredList } from './undelivered.tsx'

const tabs = [...conversationFilters, 'undelivered'] as const

/** Shows what people wrote and were sent: who waits, everything, and what did not arrive. */
export function Messages() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((each) => each === params.get('show')) ?? 'waiting'
  return (
    <DeskPage
      title={texts.title}
      actions={
        <ExportButtons
          request={
            tab === 'undelivered'
              ? { view: 'undelivered', look: {} }
              : { view: 'messages', look: { show: tab } }
          }
        />
      }
    >
      <Chips
        label={texts.tabsLabel}
        chosen={tab}
        options={tabs.map((value) => ({ value, text: texts.tabs[value] }))}
        onChoose={(show) => setParams({ show }, { preventScrollReset: true })}
      />
      {tab === 'undelivered' ? <UndeliveredList /> : <Conversations key={tab} show={tab} />}
    </DeskPage>
  )
}
