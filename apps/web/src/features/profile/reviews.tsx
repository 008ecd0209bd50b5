import type { Review } from '@app/content/ru/reviews'

/** Reviews with an honest note about their origin. */
export function Reviews({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {reviews.map(({ id, author, about, text }) => (
        <li key={id}>
          <figure className="flex h-full flex-col rounded-card border border-line bg-card p-5">
            <blockquote className="leading-relaxed">{text}</blockquote>
            <figcaption className="mt-auto pt-4 text-label text-ink-soft">
              <span className="block font-medium text-ink">{author}</span>
              {about}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
