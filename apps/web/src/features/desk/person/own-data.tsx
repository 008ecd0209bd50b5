import { apiErrorTexts } from '@app/content/ru/errors'
import { journalTexts } from '@app/content/ru/ui/desk/journal'
import { personTexts } from '@app/content/ru/ui/desk/person'
import type { PersonRow } from '@app/contracts/desk/people'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NoFilesNote } from '#web/components/no-files-note.tsx'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { useMay } from '../desk-context.ts'
import { Action } from '../parts/action.tsx'
import { endSessions, erasePerson, exportPerson } from './person-queries.ts'
import { Section } from './section.tsx'

const texts = personTexts.data

/** Exports and deletes a person's data, as the law requires. */
export function OwnData({ person }: { person: PersonRow }) {
  const config = useConfig()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  return (
    <Section title={texts.title}>
      <NoFilesNote />
      <div className="flex flex-wrap items-start gap-2">
        {may('exports') && (
          <Action
            name="export-person"
            label={texts.export}
            run={async () => saveFile('person.json', await exportPerson(config, person.id))}
          />
        )}
        {may('sessions') && person.hasAccount && (
          <Action
            name="end-sessions"
            label={texts.endSessions}
            confirm={{ text: texts.endSessionsText, submit: texts.endSessionsSubmit }}
            disabled={person.isStaff}
            done={texts.sessionsEnded}
            run={() => endSessions(config, person.id)}
          />
        )}
        {may('erasure') && (
          <Action
            name="erase"
            label={texts.erase}
            confirm={{ text: texts.eraseText, submit: texts.eraseSubmit }}
            isGrave
            disabled={person.isStaff}
            done={texts.erased}
            run={() => erasePerson(config, person.id)}
            onDone={() => {
              queries.removeQueries({ queryKey: queryKeys.person(person.id) })
              void queries.invalidateQueries({ queryKey: queryKeys.people })
              void navigate('/desk/people', { replace: true })
            }}
          />
        )}
        {may('journal') && (
          <PageLink
            to={`/desk/journal?person=${person.id}`}
            className={buttonStyle({ variant: 'ghost', size: 'sm' })}
          >
            {journalTexts.open}
          </PageLink>
        )}
      </div>
      {may('erasure') && person.isStaff && (
        <p className="text-label text-ink-soft">{apiErrorTexts.person_is_staff}</p>
      )}
    </Section>
  )
}
