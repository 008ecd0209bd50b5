import { journalTexts as texts } from '@app/content/ru/ui/desk/journal'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { deskTexts } from '@app/content/ru/ui/desk/shell'
import type { JournalStaff } from '@app/contracts/desk/journal'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '../parts/choice.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { DeskTable } from '../parts/desk-table.tsx'
import { More } from '../parts/more.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { actColumns } from './act-columns.tsx'
import { journalQuery, journalStaffQuery } from './journal-queries.ts'

/** A person with several addresses is listed once. */
function nameOf({ emails, role }: JournalStaff['members'][number]): string {
  const name = emails.join(' → ')
  return role ? name || deskTexts.roles[role] : texts.former(name || texts.gone)
}

/** Shows staff actions, newest first: all, one member's, or those about one person. */
export function Journal() {
  const config = useConfig()
  const [params, setParams] = useSearchParams()
  const { data: members = [] } = useQuery(journalStaffQuery(config))
  const by = params.get('by') ?? undefined
  const person = params.get('person') ?? undefined
  const query = useInfiniteQuery(journalQuery(config, { by, person }))
  const narrow = (key: string, value: string) => {
    const { [key]: _, ...rest } = Object.fromEntries(params)
    setParams({ ...rest, ...(value && { [key]: value }) }, { preventScrollReset: true, replace: true })
  }
  return (
    <DeskPage title={texts.title} lead={texts.lead}>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={texts.who}
          value={by ?? ''}
          any={texts.everybody}
          options={members.map((member) => [member.userId, nameOf(member)])}
          onChoose={(value) => narrow('by', value)}
        />
        {person && query.data && (
          <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-label">
            {texts.only(query.data.pages[0]?.person?.name || peopleTexts.nameless)}
            <Button variant="outline" size="sm" onClick={() => narrow('person', '')}>
              {texts.showAll}
            </Button>
          </p>
        )}
      </div>
      <QueryResult query={query}>
        {({ pages }) => {
          const acts = pages.flatMap((page) => page.acts)
          return (
            <>
              {acts.length === 0 ? (
                <p className="text-ink-soft">{texts.none}</p>
              ) : (
                <DeskTable caption={texts.caption} columns={actColumns} rows={acts} rowKey={({ id }) => id} />
              )}
              <More query={query} label={texts.more} />
            </>
          )
        }}
      </QueryResult>
    </DeskPage>
  )
}
