import { halfwayText } from '@app/content/ru/halfway'
import type { Halfway } from '@app/domain/quiz/chapters'

/** Says above the question at half way how many are answered and what is left. It asks for no press. */
export function HalfwayCard({ halfway }: { halfway: Halfway }) {
  const { title, text } = halfwayText(halfway)
  return (
    // Below the progress, beside the question. Hidden when large text leaves no room for it.
    <div className="@container lg:absolute lg:top-20 lg:right-0 lg:left-[calc(42%+3.5rem)]">
      <p
        data-halfway
        className="mb-5 rounded-card bg-amber-soft px-4 py-2.5 text-label text-ink @max-3xs:hidden lg:mb-0 [@media(max-height:40rem)]:mb-3 [@media(max-height:40rem)]:py-1.5"
      >
        <span className="headline text-amber-deep">{title}</span>
        {/* One line to hear, and to see where there is room for it. */}
        <span>{`. ${text}`}</span>
      </p>
    </div>
  )
}
