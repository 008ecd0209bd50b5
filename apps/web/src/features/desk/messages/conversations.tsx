import { messagesTexts as texts } from '@app/content/ru/ui/desk/messages'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { Conversation, ConversationFilter } from '@app/contracts/desk/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { useConfig } from '#web/lib/config.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { More } from '../parts/more.tsx'
import { conversationNameOf } from '../parts/name-of.ts'
import { QueryResult } from '../parts/query-result.tsx'
import { ConversationActions } from './conversation-actions.tsx'
import { type ShownConversation, withDraftedConversations } from './drafted-conversations.ts'
import { conversationsQuery } from './messages-queries.ts'

/** A window with less time is highlighted. */
const windowEndsSoonMs = 4 * 3_600_000

const lineStyle = 'block text-[0.8125rem] font-normal text-ink-soft'

const columnsOf = (canMessage: boolean): readonly Column<ShownConversation>[] => [
  {
    id: 'person',
    head: texts.columns.person,
    isName: true,
    cell: ({ personId, name, phone, isProven, isGift }) => (
      <>
        <PageLink
          to={`/desk/people/${personId}`}
          className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:min-h-6"
        >
          {conversationNameOf({ name, phone, isGift })}
        </PageLink>
        {name && phone && (
          <span translate="no" className={lineStyle}>
            {formatPhone(phone)}
          </span>
        )}
        {name && !isProven && !isGift && <span className={lineStyle}>{texts.unproven}</span>}
      </>
    ),
  },
  { id: 'last', head: texts.columns.last, isWide: true, cell: ({ last }) => <LastMessage last={last} /> },
  {
    id: 'window',
    head: texts.columns.window,
    isWide: true,
    cell: ({ windowUntil, waitsSince }) => (
      <>
        {waitsSince && <span className="block">{texts.waits(formatMoment(new Date(waitsSince)))}</span>}
        <WindowEnd until={windowUntil} />
      </>
    ),
  },
  {
    id: 'action',
    head: texts.columns.action,
    isWide: true,
    cell: ({ isGone, ...conversation }) => (
      <ConversationActions conversation={conversation} isGone={isGone} canMessage={canMessage} />
    ),
  },
]

function LastMessage({ last: { wrote, at, text, type, status } }: Pick<Conversation, 'last'>) {
  // An answer from her own phone may be a picture without words.
  const said = text || (wrote === 'they' ? texts.noText : (texts.kinds[type] ?? texts.noText))
  return (
    <>
      <span className="line-clamp-4 max-w-[26rem] whitespace-pre-wrap wrap-anywhere">
        {wrote === 'we' && <span className="text-ink-soft">{texts.we} </span>}
        {said}
      </span>
      <span className="block text-[0.8125rem] text-ink-soft">
        <time dateTime={at}>{formatMoment(new Date(at))}</time>
        {status && (
          <span className={cn(status === 'failed' && 'text-danger')}>, {recordWords.delivery[status]}</span>
        )}
      </span>
    </>
  )
}

function WindowEnd({ until }: { until: string | null }) {
  if (!until) return <span className="block text-ink-soft">{texts.windowClosed}</span>
  const ends = new Date(until)
  const moment = formatMoment(ends)
  return ends.getTime() - Date.now() < windowEndsSoonMs ? (
    <Badge variant="waiting">{texts.windowSoon(moment)}</Badge>
  ) : (
    <span className="block text-ink-soft">{texts.windowUntil(moment)}</span>
  )
}

/** Conversations; who waits for an answer comes first. */
export function Conversations({ show }: { show: ConversationFilter }) {
  const query = useInfiniteQuery(conversationsQuery(useConfig(), show))
  return (
    <QueryResult query={query}>
      {({ pages }) => {
        const conversations = withDraftedConversations(
          pages.flatMap((page) => page.talks),
          show,
        )
        return (
          <>
            {conversations.length === 0 ? (
              <p className="text-ink-soft">{texts.empty[show]}</p>
            ) : (
              <DeskTable
                caption={texts.caption[show]}
                columns={columnsOf(pages[0]?.canMessage ?? false)}
                rows={conversations}
                rowKey={({ personId }) => personId}
              />
            )}
            <More query={query} label={texts.more} />
          </>
        )
      }}
    </QueryResult>
  )
}
