import { personTexts } from '@app/content/ru/ui/desk/person'
import { formatMoment } from '@app/content/ru/writing/date'
import type { DeskPerson } from '@app/contracts/desk/person'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useMay } from '../desk-context.ts'
import { type NoteDraft, noteDrafts } from '../drafts.ts'
import { Action } from '../parts/action.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { focusHeading } from '../parts/toast-provider.tsx'
import { useShowPerson } from './person-context.ts'
import { addNote, removeNote } from './person-queries.ts'
import { Section } from './section.tsx'

const texts = personTexts.notes

/**
 * A person's notes. A note counts as health data unless marked otherwise, so that only the owner
 * sees it.
 */
export function NotesSection({ page: { person, notes } }: { page: DeskPerson }) {
  const config = useConfig()
  const show = useShowPerson()
  return (
    <Section title={texts.title}>
      <NoteForm personId={person.id} />
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(({ id, text, at, aboutHealth }) => (
            <li key={id} className="grid gap-2 rounded-card border border-line bg-card p-4">
              <p className="text-label whitespace-pre-wrap wrap-anywhere">{text}</p>
              <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-soft">
                <time dateTime={at}>{formatMoment(new Date(at))}</time>
                {aboutHealth && <Badge>{texts.health}</Badge>}
              </div>
              <Action
                name="remove-note"
                label={texts.remove}
                confirm={{ text: texts.removeText(text), submit: texts.removeSubmit }}
                done={texts.removed}
                isGrave
                run={async () => show(await removeNote(config, person.id, id))}
                onDone={focusHeading}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function NoteForm({ personId }: { personId: string }) {
  const config = useConfig()
  const show = useShowPerson()
  const seesAnswers = useMay()('answers')
  // A note counts as health data by default.
  const empty: NoteDraft = { text: '', aboutHealth: seesAnswers }
  const [draft, setDraft] = useState(() => noteDrafts.get(personId) ?? empty)
  const { text, aboutHealth } = draft
  const change = (changed: Partial<NoteDraft>) => {
    // Uses the stored draft, because the rendered one may be outdated.
    const next = { ...(noteDrafts.get(personId) ?? empty), ...changed }
    noteDrafts.set(personId, next)
    setDraft(next)
  }
  const adding = useMutation({
    mutationKey: ['desk', 'add-note'],
    mutationFn: (note: NoteDraft) => addNote(config, personId, note),
    onSuccess: (person, note) => {
      const typed = noteDrafts.get(personId)
      if (typed && typed.text !== note.text) {
        // Text typed during the save is a new note, health data by default.
        if (typed.aboutHealth === note.aboutHealth) change({ aboutHealth: empty.aboutHealth })
      } else {
        noteDrafts.delete(personId)
        setDraft(empty)
      }
      show(person)
    },
    onSettled: () => {
      underWay.current = false
    },
  })
  // A second press may come before the first is drawn.
  const underWay = useRef(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!text.trim() || underWay.current) return
    underWay.current = true
    adding.mutate(draft)
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label={texts.field} hint={texts.hint}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={4000}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
            className="block w-full rounded-xl border border-line-strong bg-card p-3 text-base focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep"
          />
        )}
      </Field>
      {seesAnswers && (
        <label className="inline-flex min-h-11 min-w-11 items-center gap-2.5 text-label">
          <input
            type="checkbox"
            checked={aboutHealth}
            onChange={({ target }) => change({ aboutHealth: target.checked })}
            className="size-5 accent-meadow"
          />
          {texts.aboutHealth}
        </label>
      )}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={adding.isPending}
        disabled={!text.trim()}
      >
        {texts.add}
      </Button>
      {adding.error && <Alert variant="error">{refusalText(adding.error)}</Alert>}
    </form>
  )
}
