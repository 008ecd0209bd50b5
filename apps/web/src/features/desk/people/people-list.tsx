import { importTexts } from '@app/content/ru/ui/desk/imports'
import { peopleTexts as texts } from '@app/content/ru/ui/desk/people'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { useMay } from '../desk-context.ts'
import { DeskPage } from '../parts/desk-page.tsx'
import { DeskTable } from '../parts/desk-table.tsx'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { More } from '../parts/more.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { peopleColumns } from './people-columns.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { choicesQuery, peopleQuery } from './people-queries.ts'
import { SavedViews } from './saved-views.tsx'
import { usePeopleFilter } from './use-people-filter.ts'

/** The searchable people list. */
export function PeopleList() {
  const config = useConfig()
  const may = useMay()
  const { query, filter, search, setFilter, show, searchFor } = usePeopleFilter()
  const choices = useQuery(choicesQuery(config))
  const people = useInfiniteQuery({ ...peopleQuery(config, query), placeholderData: keepPreviousData })
  return (
    <DeskPage title={texts.title}>
      <div className="grid gap-4">
        <SearchForm key={search} search={search} onSeek={searchFor} />
        <SavedViews filter={filter} choices={choices.data} onShow={show} />
        <PeopleFilters filter={filter} choices={choices.data} onNarrow={setFilter} />
      </div>
      <QueryResult query={people}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.people)
          const count = pages[0]?.count
          const isAll = Object.keys(query).length === 0
          return (
            <section
              aria-label={texts.caption}
              className={cn('grid gap-4', people.isPlaceholderData && 'opacity-60')}
            >
              <p role="status" className="text-label text-ink-soft">
                {rows.length === 0
                  ? isAll
                    ? texts.emptyAll
                    : texts.empty
                  : count && texts.count(count.people, count.isMore)}
              </p>
              {rows.length > 0 && (
                <DeskTable
                  caption={texts.caption}
                  columns={peopleColumns}
                  rows={rows}
                  rowKey={({ id }) => id}
                />
              )}
              <More query={people} label={texts.more} />
            </section>
          )
        }}
      </QueryResult>
      <div className="flex flex-wrap gap-2">
        {may('imports') && (
          <PageLink to="/desk/people/import" className={buttonStyle({ variant: 'outline', size: 'sm' })}>
            {importTexts.open}
          </PageLink>
        )}
        <ExportButtons request={{ view: 'people', look: query }} />
      </div>
    </DeskPage>
  )
}

function SearchForm({ search, onSeek }: { search: string; onSeek: (sought: string) => void }) {
  const [typed, setTyped] = useState(search)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSeek(typed.trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          size="sm"
          className="min-w-0 flex-[1_1_14rem] sm:max-w-96"
        />
        <Button type="submit" size="sm">
          {texts.searchButton}
        </Button>
        {search !== '' && (
          <Button variant="ghost" size="sm" onClick={() => onSeek('')}>
            {texts.clear}
          </Button>
        )}
      </form>
    </search>
  )
}
