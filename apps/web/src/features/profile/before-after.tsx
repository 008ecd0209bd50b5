import { beforeAfterSection } from '@app/content/ru/before-after'
import { profileTexts } from '@app/content/ru/ui/profile'

/** Two days, before and after a change of habits. */
export function BeforeAfter() {
  return (
    <ul className="grid gap-4">
      {beforeAfterSection.stories.map(({ id, title, before, after }) => (
        <li key={id} className="rounded-card border border-line bg-card p-5 sm:p-6">
          <h3 className="font-semibold">{title}</h3>
          <dl className="mt-4 grid gap-4 sm:grid-cols-2 sm:gap-8">
            <div className="border-l-2 border-line-strong pl-4">
              <dt className="text-label text-ink-soft">{profileTexts.beforeAfter.before}</dt>
              <dd className="mt-1 leading-relaxed">{before}</dd>
            </div>
            <div className="border-l-2 border-amber pl-4">
              <dt className="text-label text-amber-deep">{profileTexts.beforeAfter.after}</dt>
              <dd className="mt-1 leading-relaxed">{after}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
