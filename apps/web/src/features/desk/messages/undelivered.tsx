import { messagesTexts as texts } from '@app/content/ru/ui/desk/messages'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment } from '@app/content/ru/writing/date'
import type { Undelivered as Message } from '@app/contracts/desk/messages'
import { followUpFor } from '@app/domain/desk/delivery'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { More } from '../parts/more.tsx'
import { conversationNameOf } from '../parts/name-of.ts'
import { QueryResult } from '../parts/query-result.tsx'
import { undeliveredQuery } from './messages-queries.ts'
import { groupSameFailures, type SameFailures } from './same-failures.ts'

/** The number of messages that a row lists. */
const maxNamed = 3

const columns: readonly Column<SameFailures>[] = [
  {
    id: 'person',
    head: texts.failed.person,
    isName: true,
    cell: ([{ personId, name, email, phone, isGift }]) => {
      const shown = conversationNameOf({ name, email, phone, isGift })
      if (!personId) return shown
      return (
        <PageLink
          to={`/desk/people/${personId}`}
          className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:min-h-6"
        >
          {shown}
        </PageLink>
      )
    },
  },
  {
    id: 'what',
    head: texts.failed.what,
    cell: (failures) => (
      <ul className="grid gap-1.5">
        {failures.slice(0, maxNamed).map(({ messageId, kind, day, at }) => (
          <li key={messageId}>
            {[texts.kinds[kind] ?? kind, day && texts.day(day)].filter(Boolean).join(', ')}
            <time dateTime={at} className="block text-ink-soft">
              {formatMoment(new Date(at))}
            </time>
          </li>
        ))}
        {failures.length > maxNamed && <li>{texts.failed.others(failures.length - maxNamed)}</li>}
      </ul>
    ),
  },
  {
    id: 'why',
    head: texts.failed.why,
    cell: ([{ failure, errorCode }]) => (
      <>
        {recordWords.failure[failure]}
        {errorCode !== null && <span className="text-ink-soft"> ({errorCode})</span>}
      </>
    ),
  },
  {
    id: 'step',
    head: texts.failed.step,
    isWide: true,
    cell: ([newest]) => <FailureFollowUp message={newest} />,
  },
]

function FailureFollowUp({ message: { failure, kind, email, phone } }: { message: Message }) {
  const step = followUpFor(failure, kind)
  const way =
    step === 'reach_otherwise' && email
      ? { href: `mailto:${email}`, text: texts.mail }
      : step === 'write_by_hand' && phone
        ? { href: whatsappUrl(phone), text: texts.answer.byHand }
        : null
  return (
    <span className="grid justify-items-start gap-1.5 max-md:justify-items-end">
      {texts.steps[step]}
      {way && (
        <a
          href={way.href}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ variant: 'outline', size: 'sm' })}
        >
          {way.text}
        </a>
      )}
    </span>
  )
}

/** Shows what did not arrive, why, and what helps: a row for each trouble of each person. */
export function UndeliveredList() {
  const query = useInfiniteQuery(undeliveredQuery(useConfig()))
  return (
    <QueryResult query={query}>
      {({ pages }) => {
        const messages = pages.flatMap((page) => page.messages)
        return (
          <>
            {messages.length === 0 ? (
              <p className="text-ink-soft">{texts.empty.undelivered}</p>
            ) : (
              <DeskTable
                caption={texts.caption.undelivered}
                columns={columns}
                rows={groupSameFailures(messages)}
                rowKey={([{ messageId }]) => messageId}
              />
            )}
            <More query={query} label={texts.more} />
          </>
        )
      }}
    </QueryResult>
  )
}
