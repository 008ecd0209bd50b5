import { importTexts } from '@app/content/ru/ui/desk/imports'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import type { KnownContact } from '@app/contracts/desk/imports'
import { PageLink } from '#web/components/page-link.tsx'
import { Alert } from '#web/ui/alert.tsx'

const texts = importTexts.known
const shown = 20

/** Says who of a file is at the desk already. */
export function KnownPeople({ known }: { known: readonly KnownContact[] }) {
  const people = [...new Map(known.map((person) => [person.personId, person])).values()]
  if (people.length === 0) return <p role="status">{texts.none}</p>
  return (
    <Alert variant="waiting" className="grid gap-2">
      <p>{texts.some(people.length)}</p>
      <ul className="flex flex-wrap gap-x-4">
        {people.slice(0, shown).map(({ personId, name }) => (
          <li key={personId}>
            <PageLink
              to={`/desk/people/${personId}`}
              className="inline-flex min-h-11 items-center wrap-anywhere"
            >
              {name || peopleTexts.nameless}
            </PageLink>
          </li>
        ))}
      </ul>
      {people.length > shown && <p>{texts.more(people.length - shown)}</p>}
    </Alert>
  )
}
