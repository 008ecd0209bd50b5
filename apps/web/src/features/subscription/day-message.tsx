import type { SubscriptionDay } from '@app/contracts/subscription'

type DayMessageProps = { day: SubscriptionDay; title: string; isOpen?: boolean }

/** One day's message as it was sent; earlier days unfold. */
export function DayMessage({ day, title, isOpen = false }: DayMessageProps) {
  return (
    <details open={isOpen} className="group rounded-card border border-line bg-card">
      <summary className="flex min-h-13 cursor-pointer items-baseline gap-3 px-5 py-4">
        <span className="text-label text-ink-soft">{title}</span>
        <span className="font-medium">{day.theme}</span>
      </summary>
      <p className="px-5 pb-5 whitespace-pre-line">{day.text}</p>
    </details>
  )
}
