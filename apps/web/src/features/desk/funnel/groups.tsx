import { funnelTexts as texts } from '@app/content/ru/ui/desk/funnel'
import { formatDay, formatDays, formatShortDay } from '@app/content/ru/writing/date'
import type { Group, TextVersionGroup } from '@app/contracts/desk/funnel'
import { milestones } from '@app/domain/desk/funnel'
import { partialWeekStart } from '@app/domain/desk/weeks'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { languageName } from './language-name.ts'
import { ShareOf } from './share-of.tsx'

type Grouping = 'bySource' | 'byCampaign' | 'byWeek' | 'byLanguage' | 'byTexts'

type GroupsProps = { by: Grouping; from: string; groups: readonly (Group | TextVersionGroup)[] }

/** A table of figures by one dimension. */
export function FunnelGroups({ by, from, groups }: GroupsProps) {
  const columns: readonly Column<Group | TextVersionGroup>[] = [
    {
      id: 'name',
      head: texts.groups.name[by],
      isName: true,
      cell: (group) =>
        'isCurrent' in group ? <TextVersionName group={group} from={from} /> : nameOf(by, group.name, from),
    },
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

/** Names a version by its dates; developers can look up the digest. */
function TextVersionName({
  group: { name, first, last, isCurrent },
  from,
}: {
  group: TextVersionGroup
  from: string
}) {
  const since = first > from ? formatDay(first) : null
  return (
    <>
      {isCurrent ? texts.currentTexts(since) : formatDays(first, last)}
      <span className="block text-[0.8125rem] font-normal text-ink-soft">{texts.digest(name ?? '')}</span>
    </>
  )
}

function nameOf(by: Grouping, name: string | null, from: string): string {
  if (name === null) return texts.none
  if (by === 'byLanguage') return languageName(name)
  if (by !== 'byWeek') return name
  const cut = partialWeekStart(name, from)
  return cut ? texts.cutWeek(formatDay(name), formatShortDay(cut, new Date())) : formatDay(name)
}
