import { funnelTexts as texts } from '@app/content/ru/ui/desk/funnel'
import type { Funnel as Figures, FunnelQuery } from '@app/contracts/desk/funnel'
import { hasManyUnproven } from '@app/domain/desk/funnel'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useConfig } from '#web/lib/config.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { FunnelFilters } from './funnel-choices.tsx'
import { funnelQuery, readFunnelQuery, writeFunnelQuery } from './funnel-query.ts'
import { FunnelGroups } from './groups.tsx'
import { Outcome } from './outcome.tsx'
import { Steps } from './steps.tsx'

/** Shows how far visitors get in the quiz, and what it leads to. */
export function Funnel() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const chosen = readFunnelQuery(params)
  const query = useQuery(funnelQuery(useConfig(), chosen))
  const choose = (change: Partial<FunnelQuery>) =>
    void navigate({ search: writeFunnelQuery({ ...chosen, ...change }) }, { replace: true })
  return (
    <DeskPage title={texts.title} lead={texts.lead}>
      <QueryResult query={query}>
        {(figures) => (
          <>
            <FunnelFilters chosen={chosen} figures={figures} onChange={choose} />
            {hasManyUnproven(figures.unproven, figures.all.visits) && (
              <Alert className="max-w-[46rem]">{texts.unproven(figures.unproven)}</Alert>
            )}
            {figures.all.visits === 0 ? <NoVisits /> : <FunnelFigures figures={figures} />}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

function NoVisits() {
  return (
    <Alert className="grid max-w-[46rem] gap-1">
      <p className="font-medium">{texts.empty.title}</p>
      <p>{texts.empty.text}</p>
    </Alert>
  )
}

function FunnelFigures({ figures }: { figures: Figures }) {
  return (
    <>
      <Outcome all={figures.all} />
      <Steps steps={figures.steps} />
      <p className="text-label text-ink-soft">{texts.tooFewNote}</p>
      <FunnelGroups by="bySource" from={figures.from} groups={figures.bySource} />
      {figures.byCampaign.some(({ name }) => name !== null) && (
        <FunnelGroups by="byCampaign" from={figures.from} groups={figures.byCampaign} />
      )}
      {(['byWeek', 'byLanguage', 'byTexts'] as const).map((by) => (
        <FunnelGroups key={by} by={by} from={figures.from} groups={figures[by]} />
      ))}
    </>
  )
}
