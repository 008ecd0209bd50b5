import { profileTexts } from '@app/content/ru/ui/profile'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { personalRows } from './personal-rows.ts'
import type { Profile } from './profile.ts'

/** What the person told of themselves, row by row. */
export function PersonalInfo({ profile }: { profile: Profile }) {
  const rows = personalRows(profile)
  if (rows.length === 0) return null
  return (
    <Card>
      <CardTitle>{profileTexts.personal.title}</CardTitle>
      <dl className="mt-3 grid">
        {rows.map(({ id, label, value }) => (
          <div
            key={id}
            data-row={id}
            className="grid grid-cols-[minmax(6.5rem,2fr)_3fr] gap-4 border-t border-line py-2.5 first:border-t-0"
          >
            <dt className="text-label text-ink-soft">{label}</dt>
            <dd className="text-label font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
