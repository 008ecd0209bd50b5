import { personTexts } from '@app/content/ru/ui/desk/person'
import { recordWords } from '@app/content/ru/ui/record-words'
import type { PersonRow } from '@app/contracts/desk/people'
import type { MarkPersonRequest } from '@app/contracts/desk/person'
import { personStatuses } from '@app/domain/desk/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { Input } from '#web/ui/input.tsx'
import { Choice } from '../parts/choice.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { useToast } from '../parts/toast-provider.tsx'
import { ContactDate } from './contact-date.tsx'
import { markPerson } from './person-queries.ts'
import { Section } from './section.tsx'
import { undoMarks } from './undo-marks.ts'

const texts = personTexts.marks

/** Shows what the owner says of a person; each change is saved at once and can be taken back. */
export function MarksSection({ person }: { person: PersonRow }) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useToast()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: queryKeys.person(person.id) })
    void queries.invalidateQueries({ queryKey: queryKeys.people })
    void queries.invalidateQueries({ queryKey: queryKeys.peopleChoices })
  }
  const marking = useMutation({
    mutationKey: ['desk', 'mark'],
    // Changes are sent one after another.
    scope: { id: `mark ${person.id}` },
    mutationFn: (marks: MarkPersonRequest) => markPerson(config, person.id, marks),
    onSuccess: async (change, marks) => {
      await refresh()
      const undo = undoMarks(marks, change)
      if (!undo) return say(texts.saved)
      say(texts.saved, async () => {
        await markPerson(config, person.id, undo).finally(refresh)
      })
    },
  })
  return (
    <Section title={texts.title}>
      <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        <Choice
          label={texts.status}
          // Shows the pending value.
          value={(marking.isPending && marking.variables.status) || person.status}
          options={personStatuses.map((each) => [each, recordWords.status[each]])}
          onChoose={(value) =>
            marking.mutate({ status: personStatuses.find((each) => each === value) ?? null })
          }
        />
        <ContactDate
          on={person.nextContactOn}
          onChange={(nextContactOn) => marking.mutate({ nextContactOn })}
        />
      </div>
      <TagList
        tags={person.tags}
        onAdd={(addTag) => marking.mutateAsync({ addTag })}
        onRemove={(removeTag) => marking.mutate({ removeTag })}
      />
      {marking.error && <Alert variant="error">{refusalText(marking.error)}</Alert>}
    </Section>
  )
}

type TagListProps = {
  tags: readonly string[]
  onAdd: (tag: string) => Promise<unknown>
  onRemove: (tag: string) => void
}

function TagList({ tags, onAdd, onRemove }: TagListProps) {
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const tag = typed.trim()
    // A failed value stays for another attempt.
    const clear = () => setTyped((now) => (now === typed ? '' : now))
    if (tag && !tags.includes(tag)) onAdd(tag).then(clear, () => {})
    else clear()
  }
  return (
    <div className="grid gap-2">
      {tags.length > 0 && (
        <ul aria-label={texts.tags} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-full bg-mist pl-3 text-label">
              {tag}
              <button
                type="button"
                aria-label={texts.removeTag(tag)}
                onClick={() => onRemove(tag)}
                className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:text-ink md:size-8"
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="flex gap-2">
        <Input
          aria-label={texts.addTag}
          placeholder={texts.addTag}
          maxLength={40}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          size="sm"
          className="min-w-0"
        />
        <Button type="submit" variant="outline" size="sm" disabled={!typed.trim()}>
          {texts.add}
        </Button>
      </form>
    </div>
  )
}
