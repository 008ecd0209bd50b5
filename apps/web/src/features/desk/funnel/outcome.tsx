import { funnelTexts } from '@app/content/ru/ui/desk/funnel'
import type { Passage } from '@app/contracts/desk/funnel'
import { milestones } from '@app/domain/desk/funnel'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { ShareOf } from './share-of.tsx'

const texts = funnelTexts.outcome
const stages = ['visits', ...milestones] as const

type Stage = { id: (typeof stages)[number]; count: number; visits: number; before: number | null }

const columns: readonly Column<Stage>[] = [
  { id: 'stage', head: texts.stage, isName: true, cell: ({ id }) => texts[id] },
  { id: 'count', head: texts.count, isNumber: true, cell: ({ count }) => count },
  {
    id: 'ofVisits',
    head: texts.ofVisits,
    isNumber: true,
    cell: ({ id, count, visits }) => (id === 'visits' ? '—' : <ShareOf part={count} whole={visits} />),
  },
  {
    id: 'ofBefore',
    head: texts.ofBefore,
    isNumber: true,
    cell: ({ count, before }) => (before === null ? '—' : <ShareOf part={count} whole={before} />),
  },
]

/**
 * Shows what the visits led to, from near to far. What is bought is bought by those who saved, with
 * a checklist or without one.
 */
export function Outcome({ all }: { all: Passage }) {
  const before = { visits: null, saved: all.visits }
  const rows = stages.map(
    (id): Stage => ({
      ...{ id, count: all[id], visits: all.visits },
      before: id in before ? before[id as keyof typeof before] : all.saved,
    }),
  )
  return (
    <section className="grid items-center gap-4 lg:grid-cols-[22rem_1fr] lg:gap-8">
      <Bars rows={rows} />
      <DeskTable
        caption={texts.caption}
        isCaptionSeen
        isDense
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

const barSize = { height: 22, gap: 12, width: 320 }

function Bars({ rows }: { rows: readonly Stage[] }) {
  const max = Math.max(1, ...rows.map(({ count }) => count))
  const height = rows.length * (barSize.height + barSize.gap) - barSize.gap
  return (
    <svg
      role="img"
      aria-label={texts.chart}
      viewBox={`0 0 ${barSize.width} ${height}`}
      className="w-full max-w-[26rem] max-lg:hidden"
    >
      {rows.map(({ id, count }, at) => {
        const width = count === 0 ? 0 : Math.max(3, (barSize.width * count) / max)
        const y = at * (barSize.height + barSize.gap)
        return (
          <g key={id}>
            <rect x={0} y={y} width={barSize.width} height={barSize.height} rx={5} className="fill-mist" />
            <rect x={0} y={y} width={width} height={barSize.height} rx={5} className="fill-meadow" />
          </g>
        )
      })}
    </svg>
  )
}
