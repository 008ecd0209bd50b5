import { peopleTexts } from '@app/content/ru/ui/desk/people'
import type { PeopleChoices, PeopleFilter } from '@app/contracts/desk/people'
import { presetViews } from '@app/domain/desk/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Action } from '../parts/action.tsx'
import { Chips } from '../parts/chips.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { focusHeading } from '../parts/toast-provider.tsx'
import { deleteView, saveView } from './people-queries.ts'
import { writeFilter } from './use-people-filter.ts'

const texts = peopleTexts.keep

type SavedViewsProps = {
  filter: PeopleFilter
  choices: PeopleChoices | undefined
  onShow: (filter: PeopleFilter) => void
}

/** Shows the built-in views, the saved ones, and the form that saves the present one. */
export function SavedViews({ filter, choices, onShow }: SavedViewsProps) {
  const config = useConfig()
  const queries = useQueryClient()
  const kept = choices?.views ?? []
  const shown = writeFilter(filter)
  const own = kept.find((view) => writeFilter(view.filter) === shown)
  const looks = [
    { value: '', text: peopleTexts.allPeople, filter: {} },
    ...presetViews.map((view) => ({
      value: view as string,
      text: peopleTexts.views[view],
      filter: { view },
    })),
    ...kept.map(({ id, name, filter }) => ({ value: id, text: name, filter })),
  ]
  return (
    <div className="grid gap-2">
      <Chips
        label={peopleTexts.viewsLabel}
        chosen={own?.id ?? filter.view ?? (shown === '' ? '' : 'narrowed')}
        options={looks}
        onChoose={(value) => onShow(looks.find((look) => look.value === value)?.filter ?? {})}
      />
      {own ? (
        <Action
          name="forget-view"
          label={texts.forget}
          confirm={{ text: texts.forgetText(own.name), submit: texts.forgetSubmit }}
          isGrave
          done={texts.forgotten}
          run={async () => queries.setQueryData(queryKeys.peopleChoices, await deleteView(config, own.id))}
          onDone={() => {
            focusHeading()
            onShow({})
          }}
        />
      ) : (
        shown !== '' && shown !== `view=${filter.view}` && <KeepForm key={shown} filter={filter} />
      )}
    </div>
  )
}

function KeepForm({ filter }: { filter: PeopleFilter }) {
  const config = useConfig()
  const queries = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const keeping = useMutation({
    mutationKey: ['desk', 'keep-view'],
    mutationFn: (named: string) => saveView(config, { name: named, filter }),
    onSuccess: (choices) => queries.setQueryData(queryKeys.peopleChoices, choices),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name?.trim()) keeping.mutate(name.trim())
  }
  if (name === null) {
    return (
      <Button variant="link" size="sm" className="justify-self-start" onClick={() => setName('')}>
        {texts.open}
      </Button>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={texts.name}
        placeholder={texts.name}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        size="sm"
        className="max-w-64"
      />
      <Button type="submit" size="sm" busy={keeping.isPending} disabled={!name.trim()}>
        {texts.submit}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setName(null)}>
        {texts.cancel}
      </Button>
      {keeping.error && (
        <Alert variant="error" className="w-full">
          {isLimitReached(keeping.error) ? texts.full : refusalText(keeping.error)}
        </Alert>
      )}
    </form>
  )
}

function isLimitReached(error: Error): boolean {
  return error instanceof ApiError && error.code === 'invalid_input'
}
