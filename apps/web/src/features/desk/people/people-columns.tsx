import { peopleTexts as texts } from '@app/content/ru/ui/desk/people'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment, formatShortDay } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { PersonRow } from '@app/contracts/desk/people'
import { shownProgramState } from '@app/domain/desk/people'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '../parts/desk-table.tsx'
import { nameOf } from '../parts/name-of.ts'

/** A line within a cell. */
function Line({ children, isSoft = false }: { children: React.ReactNode; isSoft?: boolean }) {
  return <span className={isSoft ? 'block text-ink-soft' : 'block'}>{children}</span>
}

/** A link to a person that keeps the list's filter for the way back. */
function PersonLink({ id, children }: { id: string; children: string }) {
  const { search, state } = useLocation()
  return (
    <PageLink
      to={`/desk/people/${id}`}
      state={{ look: search, search: state?.search }}
      className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:min-h-6"
    >
      {children}
    </PageLink>
  )
}

function OwnProgram({ program }: { program: NonNullable<PersonRow['program']> }) {
  const shown = shownProgramState(program)
  return (
    <>
      {shown === 'stands' || shown === 'stopped' ? (
        <Badge variant="waiting">{recordWords.program[shown]}</Badge>
      ) : (
        <Line>{recordWords.program[shown]}</Line>
      )}
      <Line isSoft>{texts.day(program.day)}</Line>
    </>
  )
}

export const peopleColumns: readonly Column<PersonRow>[] = [
  {
    id: 'person',
    head: texts.columns.person,
    isName: true,
    cell: ({ id, name, email, phone, status, optedOut, isStaff }) => (
      <span className="grid justify-items-start gap-1">
        <PersonLink id={id}>{nameOf({ name, email, phone })}</PersonLink>
        <span className="flex flex-wrap gap-1">
          <Badge variant={status === 'client' ? 'success' : 'neutral'}>{recordWords.status[status]}</Badge>
          {isStaff && <Badge>{texts.staff}</Badge>}
          {optedOut && <Badge variant="waiting">{texts.optedOut}</Badge>}
        </span>
      </span>
    ),
  },
  {
    id: 'contact',
    head: texts.columns.contact,
    cell: ({ phone, email }) => (
      <>
        {phone && (
          <span translate="no" className="block wrap-anywhere md:whitespace-nowrap">
            {formatPhone(phone)}
          </span>
        )}
        {email && <span className="block text-ink-soft wrap-anywhere">{email}</span>}
      </>
    ),
  },
  {
    id: 'came',
    head: texts.columns.came,
    cell: ({ finishedAt, category, source }) =>
      finishedAt || source ? (
        <>
          {finishedAt && (
            <Line>
              {formatMoment(new Date(finishedAt))}
              {category && ` · ${category}`}
            </Line>
          )}
          {source && <Line isSoft>{source}</Line>}
        </>
      ) : null,
  },
  {
    id: 'bought',
    head: texts.columns.bought,
    cell: ({ bought, paidTiyn, dueTiyn, toArrange }) =>
      bought.length === 0 ? null : (
        <>
          <Line>{formatTenge(paidTiyn)}</Line>
          <Line isSoft>{bought.map((each) => recordWords.product[each]).join(', ')}</Line>
          {dueTiyn > 0 && <Badge variant="waiting">{texts.due(formatTenge(dueTiyn))}</Badge>}
          {toArrange && <Badge variant="waiting">{texts.toArrange}</Badge>}
        </>
      ),
  },
  {
    id: 'program',
    head: texts.columns.program,
    cell: ({ program, gifts }) =>
      program || gifts.count > 0 ? (
        <>
          {program && <OwnProgram program={program} />}
          {gifts.count > 0 && <Line isSoft>{texts.gifts(gifts)}</Line>}
        </>
      ) : null,
  },
  {
    id: 'talk',
    head: texts.columns.talk,
    cell: ({ waitsSince, giftAsks, lastInAt, lastOutAt }) =>
      waitsSince ? (
        <>
          <Badge variant="waiting">{texts.waitsSince(formatMoment(new Date(waitsSince)))}</Badge>
          {giftAsks && <Line isSoft>{texts.giftWaits}</Line>}
        </>
      ) : lastInAt || lastOutAt ? (
        <>
          {lastInAt && <Line>{texts.lastIn(formatMoment(new Date(lastInAt)))}</Line>}
          {lastOutAt && <Line isSoft>{texts.lastOut(formatMoment(new Date(lastOutAt)))}</Line>}
        </>
      ) : null,
  },
  {
    id: 'plan',
    head: texts.columns.plan,
    cell: ({ nextContactOn, tags }) =>
      nextContactOn || tags.length > 0 ? (
        <span className="flex flex-wrap gap-1 max-md:justify-end">
          {nextContactOn && <Line>{texts.contactOn(formatShortDay(nextContactOn, new Date()))}</Line>}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ) : null,
  },
]
