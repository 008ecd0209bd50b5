import { todayTexts as texts } from '@app/content/ru/ui/desk/today'
import type { Today as TodayData } from '@app/contracts/desk/today'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { DeskPage } from '../parts/desk-page.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { buildTodayLists } from './build-today-lists.ts'
import { todayQuery } from './today-query.ts'
import { WaitingList } from './waiting-list.tsx'

/** The first view: what waits for whoever works here today, each line a way to the action. */
export function Today() {
  const query = useQuery(todayQuery(useConfig()))
  return (
    <DeskPage title={texts.title} lead={query.data && <Lead today={query.data} />}>
      <QueryResult query={query}>
        {(today) => (
          <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
            {buildTodayLists(today, new Date()).map((list) => (
              <WaitingList key={list.id} {...list} />
            ))}
          </div>
        )}
      </QueryResult>
    </DeskPage>
  )
}

function Lead({ today: { finished } }: { today: TodayData }) {
  if (!finished) return texts.technicianNote
  return (
    <>
      {texts.finished(finished.count, finished.isMore)}{' '}
      {finished.count > 0 && (
        <PageLink
          to="/desk/people?finished=today"
          className="inline-flex min-h-11 min-w-11 items-center text-meadow-deep"
        >
          {texts.seeFinished}
        </PageLink>
      )}
    </>
  )
}
