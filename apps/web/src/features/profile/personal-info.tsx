import { personalRows } from './personal-rows.ts'
import type { Profile } from './profile.ts'

/** The person's details in rows. */
export function PersonalInfo({ profile }: { profile: Profile }) {
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {personalRows(profile).map(({ id, label, value }) => (
        <div
          key={id}
          data-row={id}
          className="flex flex-wrap content-start gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0 sm:nth-last-2:odd:border-b-0"
        >
          <dt className="min-w-0 flex-[2_1_6rem] text-label text-ink-soft">{label}</dt>
          <dd className="min-w-0 flex-[3_1_9rem] text-label font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
