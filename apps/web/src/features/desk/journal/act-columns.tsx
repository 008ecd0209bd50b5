import { journalFactText, journalTexts as texts } from '@app/content/ru/ui/desk/journal'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { formatMoment } from '@app/content/ru/writing/date'
import type { JournalAct } from '@app/contracts/desk/journal'
import { PageLink } from '#web/components/page-link.tsx'
import type { Column } from '../parts/desk-table.tsx'

/** The columns of the journal. */
export const actColumns: readonly Column<JournalAct>[] = [
  {
    id: 'action',
    head: texts.columns.action,
    isName: true,
    cell: (act) => (
      <>
        <span className="block">{texts.actions[act.action]}</span>
        <span className="block font-normal text-ink-soft">{detailsText(act)}</span>
      </>
    ),
  },
  {
    id: 'at',
    head: texts.columns.at,
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatMoment(new Date(at))}
      </time>
    ),
  },
  { id: 'who', head: texts.columns.who, cell: (act) => <Who act={act} /> },
  { id: 'whom', head: texts.columns.whom, cell: (act) => whomOf(act) },
  {
    id: 'change',
    head: texts.columns.change,
    cell: ({ changes }) =>
      changes.length === 0 ? null : (
        <ul className="grid gap-0.5">
          {changes.map(({ fact, before, after }) => (
            <li key={fact}>
              <span className="text-ink-soft">{texts.facts[fact]}: </span>
              {texts.change(
                journalFactText(fact, before, new Date()),
                journalFactText(fact, after, new Date()),
              )}
            </li>
          ))}
        </ul>
      ),
  },
]

function Who({ act: { by, program } }: { act: JournalAct }) {
  if (!by) return program ? texts.programs[program] : texts.unknown
  return (
    <>
      <span className="block wrap-anywhere">{by.email ?? texts.gone}</span>
      {by.role && <span className="block text-ink-soft">{deskTexts.roles[by.role]}</span>}
    </>
  )
}

/** An action on oneself names the person once. */
function whomOf({ by, person, member }: JournalAct) {
  if (!person)
    return member === null || member === by?.email ? null : <span className="wrap-anywhere">{member}</span>
  return (
    <PageLink
      to={`/desk/people/${person.id}`}
      className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:min-h-6"
    >
      {person.name || peopleTexts.nameless}
    </PageLink>
  )
}

function detailsText({ action, details }: JournalAct): string {
  const { day, invId, sessions, rows, differences, queued, answered, times, method, what, view, format } =
    details
  return [
    view !== undefined && (texts.views[view] ?? view),
    format !== undefined && (texts.formats[format] ?? format),
    what !== undefined && (texts.reads[what] ?? what),
    method !== undefined && action !== 'second_factor_shown' && (texts.methods[method] ?? method),
    times !== undefined && times > 1 && texts.details.times(times),
    invId !== undefined && texts.details.order(invId),
    day !== undefined && texts.details.day(day),
    sessions !== undefined && texts.details.sessions(sessions),
    rows !== undefined && texts.details.rows(rows),
    differences !== undefined && texts.details.differences(differences),
    queued !== undefined && texts.details.queued(queued),
    answered !== undefined && (answered ? texts.details.answered : texts.details.unanswered),
  ]
    .filter(Boolean)
    .join(', ')
}
