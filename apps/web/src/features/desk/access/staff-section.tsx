import { accessTexts as texts } from '@app/content/ru/ui/desk/access'
import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { formatInstant } from '@app/content/ru/writing/date'
import type { StaffMember } from '@app/contracts/desk/staff'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { AppointForm } from './appoint-form.tsx'
import { DismissButton } from './dismiss-button.tsx'
import { staffQuery } from './staff-queries.ts'

const columns: readonly Column<StaffMember>[] = [
  { id: 'email', head: texts.email, isName: true, cell: ({ email }) => email },
  { id: 'role', head: texts.role, cell: ({ role }) => deskTexts.roles[role] },
  {
    id: 'factor',
    head: texts.factor,
    cell: ({ hasFactor }) =>
      hasFactor ? texts.hasFactor : <Badge variant="waiting">{texts.noFactor}</Badge>,
  },
  {
    id: 'seen',
    head: texts.lastSignIn,
    cell: ({ lastSignInAt }) => (lastSignInAt ? formatInstant(new Date(lastSignInAt)) : texts.never),
  },
  {
    id: 'action',
    head: texts.action,
    cell: (member) => (member.role === 'owner' ? null : <DismissButton member={member} />),
  },
]

/** Lists the staff with a form to appoint. */
export function StaffSection() {
  const config = useConfig()
  return (
    <section aria-labelledby="staff-title" className="grid min-w-0 gap-4">
      <div>
        <h2 id="staff-title" className="headline text-2xl">
          {texts.staff}
        </h2>
        <p className="mt-1 max-w-[46rem] text-label text-ink-soft">{texts.lead}</p>
      </div>
      <QueryResult query={useQuery(staffQuery(config))}>
        {(members) => (
          <DeskTable caption={texts.staff} columns={columns} rows={members} rowKey={({ userId }) => userId} />
        )}
      </QueryResult>
      <p className="text-label text-ink-soft">{texts.ownerNote}</p>
      <AppointForm />
    </section>
  )
}
