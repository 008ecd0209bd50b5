import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import type { SubscriptionDay } from '@app/contracts/subscription'

/** One day's message as it was sent. */
export function DayMessage({ day, isNewest }: { day: SubscriptionDay; isNewest: boolean }) {
  return (
    <article aria-live="polite" className="rounded-card border border-line bg-card p-5 sm:p-6">
      <p className="flex flex-wrap justify-between gap-x-4 text-label text-ink-soft">
        <span>{isNewest ? texts.today : texts.day(day.day)}</span>
        {day.status && <span>{texts.statuses[day.status]}</span>}
      </p>
      <h3 className="headline mt-1 text-xl leading-snug">{day.theme}</h3>
      <p className="mt-3 max-w-[40rem] leading-relaxed whitespace-pre-line">{day.text}</p>
    </article>
  )
}
