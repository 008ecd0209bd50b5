import { funnelTexts as texts } from '@app/content/ru/ui/desk/funnel'
import { formatDay, formatShortDay } from '@app/content/ru/writing/date'
import type { Group } from '@app/contracts/desk/funnel'
import { milestones } from '@app/domain/desk/funnel'
import { cutAt } from '@app/domain/desk/weeks'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { ShareOf } from './share-of.tsx'

type By = 'bySource' | 'byCampaign' | 'byWeek' | 'byLanguage' | 'byTexts'

/** The same passage by one thing that visits differ in. */
export function Groups({ by, from, groups }: { by: By; from: string; groups: readonly Group[] }) {
  const columns: readonly Column<Group>[] = [
    { id: 'name', head: texts.groups.name[by], isName: true, cell: ({ name }) => nameOf(by, name, from) },
    { id: 'visits', head: texts.outcome.visits, isNumber: true, cell: ({ visits }) => visits },
    ...milestones.map(
      (milestone): Column<Group> => ({
        id: milestone,
        head: texts.outcome[milestone],
        isNumber: true,
        cell: (group) => (
          <span className="inline-flex flex-wrap justify-end gap-x-2">
            {group[milestone]}
            <span className="text-ink-soft">
              <ShareOf part={group[milestone]} whole={group.visits} />
            </span>
          </span>
        ),
      }),
    ),
  ]
  return (
    <DeskTable
      caption={texts.groups[by]}
      isCaptionSeen
      columns={columns}
      rows={groups}
      rowKey={({ name }) => name ?? '-'}
    />
  )
}

function nameOf(by: By, name: string | null, from: string): string {
  if (name === null) return texts.none
  if (by !== 'byWeek') return name
  const cut = cutAt(name, from)
  return cut ? texts.cutWeek(formatDay(name), formatShortDay(cut, new Date())) : formatDay(name)
}
