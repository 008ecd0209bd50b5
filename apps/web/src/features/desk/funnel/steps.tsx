import { stepTexts } from '@app/content/ru/questions'
import { funnelTexts } from '@app/content/ru/ui/desk/funnel'
import type { Funnel } from '@app/contracts/desk/funnel'
import { isTooFew, share } from '@app/domain/desk/funnel'
import { reportedSteps } from '@app/domain/visits/reported-steps'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { ShareOf } from './share-of.tsx'

const texts = funnelTexts.steps

type Step = Funnel['steps'][number]

const columns: readonly Column<Step>[] = [
  { id: 'step', head: texts.step, isName: true, cell: ({ step }) => `${step}. ${titleOf(step)}` },
  { id: 'views', head: texts.views, isNumber: true, cell: ({ views }) => views },
  { id: 'exits', head: texts.exits, isNumber: true, cell: ({ exits }) => exits },
  { id: 'exitShare', head: texts.exitShare, isNumber: true, cell: (step) => <ExitShare {...step} /> },
  {
    id: 'seconds',
    head: texts.seconds,
    isNumber: true,
    cell: ({ medianSeconds }) => (medianSeconds === null ? '—' : funnelTexts.seconds(medianSeconds)),
  },
]

function titleOf(step: number): string {
  const id = reportedSteps[step - 1]
  return id ? stepTexts[id].title : ''
}

/** Shows where many leave stands out, by more than its colour. */
function ExitShare({ exits, views }: Step) {
  const isMuch = !isTooFew(views) && (share(exits, views) ?? 0) >= 10
  const shown = <ShareOf part={exits} whole={views} />
  return isMuch ? (
    <strong className="rounded bg-amber-soft px-1.5 py-0.5 font-semibold text-amber-deep">{shown}</strong>
  ) : (
    shown
  )
}

/** Question after question: who saw it, who left at it, how long it took. */
export function Steps({ steps }: { steps: Funnel['steps'] }) {
  return (
    <section className="grid gap-4">
      <Line steps={steps} />
      <DeskTable
        caption={texts.caption}
        isCaptionSeen
        isDense
        columns={columns}
        rows={steps}
        rowKey={({ step }) => step}
      />
    </section>
  )
}

const size = { width: 960, height: 140 }

function Line({ steps }: { steps: Funnel['steps'] }) {
  const max = Math.max(1, steps[0]?.views ?? 0)
  const x = (at: number) => (at * size.width) / Math.max(1, steps.length - 1)
  const y = (views: number) => size.height - (views / max) * (size.height - 4)
  const points = steps.map(({ views }, at) => `${x(at).toFixed(1)},${y(views).toFixed(1)}`).join(' ')
  return (
    <svg
      role="img"
      aria-label={texts.chart}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className="h-28 w-full"
    >
      <polygon
        points={`0,${size.height} ${points} ${size.width},${size.height}`}
        className="fill-mist-deep"
      />
      <polyline
        points={points}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-meadow stroke-2"
      />
    </svg>
  )
}
