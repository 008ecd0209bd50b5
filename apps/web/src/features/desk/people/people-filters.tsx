import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { recordWords } from '@app/content/ru/ui/record-words'
import type { PeopleChoices, PeopleFilter } from '@app/contracts/desk/people'
import {
  finishedFilters,
  noSource,
  peopleSorts,
  personStatuses,
  purchaseFilters,
} from '@app/domain/desk/people'
import { subcategories } from '@app/domain/result/categories'
import { useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../desk-context.ts'
import { Choice } from '../parts/choice.tsx'

const texts = peopleTexts.filters

type PeopleFiltersProps = {
  filter: PeopleFilter
  choices: PeopleChoices | undefined
  onNarrow: (change: { [Key in keyof PeopleFilter]?: string }) => void
}

/** The filters of the people list. The most common ones are always visible. */
export function PeopleFilters({ filter, choices, onNarrow }: PeopleFiltersProps) {
  const may = useMay()
  const { finished, bought, source, status, category, tag, sort } = filter
  // On a phone most filters are folded.
  const [isOpen, setOpen] = useState(false)
  const inFold = [finished, bought, status, category, tag, sort].filter(Boolean).length
  const sources = withChosenValue(choices?.sources ?? [], source === noSource ? undefined : source)
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-x-3 gap-y-2 md:grid-cols-4">
        <Choice
          label={texts.source}
          value={source ?? ''}
          any={texts.any}
          options={[...sources.map((each) => [each, each] as const), [noSource, peopleTexts.unknownSource]]}
          onChoose={(value) => onNarrow({ source: value })}
        />
        <Button
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          className="justify-self-start md:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {texts.fold(inFold)}
        </Button>
        <div className={cn('contents', !isOpen && 'max-md:hidden')}>
          <Choice
            label={texts.finished}
            value={finished ?? ''}
            any={texts.any}
            options={finishedFilters.map((each) => [each, peopleTexts.finished[each]])}
            onChoose={(value) => onNarrow({ finished: value })}
          />
          <Choice
            label={texts.bought}
            value={bought ?? ''}
            any={texts.any}
            options={purchaseFilters.map((each) => [each, peopleTexts.bought[each]])}
            onChoose={(value) => onNarrow({ bought: value })}
          />
          <Choice
            label={texts.status}
            value={status ?? ''}
            any={texts.any}
            options={personStatuses.map((each) => [each, recordWords.status[each]])}
            onChoose={(value) => onNarrow({ status: value })}
          />
        </div>
      </div>
      <details
        className={cn(!isOpen && 'max-md:hidden')}
        open={Boolean(category || tag || sort) || undefined}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-label text-meadow-deep underline underline-offset-4">
          {texts.more}
        </summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-3 gap-y-2 pt-1 md:grid-cols-4">
          {may('answers') && (
            <Choice
              label={texts.category}
              value={category ?? ''}
              any={texts.any}
              options={subcategories.map((each) => [each, each])}
              onChoose={(value) => onNarrow({ category: value })}
            />
          )}
          <Choice
            label={texts.tag}
            value={tag ?? ''}
            any={texts.any}
            options={withChosenValue(choices?.tags ?? [], tag).map((each) => [each, each])}
            onChoose={(value) => onNarrow({ tag: value })}
          />
          <Choice
            label={texts.sort}
            value={sort ?? 'active'}
            options={peopleSorts.map((each) => [each, peopleTexts.sorts[each]])}
            onChoose={(value) => onNarrow({ sort: value })}
          />
        </div>
      </details>
    </div>
  )
}

/** Adds the chosen value to the choices before they have loaded. */
function withChosenValue(known: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || known.includes(chosen) ? known : [...known, chosen]
}
