import type { Advice } from '@app/content/ru/results/result-text'

/** The recommendations. */
export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
      {advice.map(({ title, text }) => (
        <li key={title} className="border-l-2 border-mist-deep pl-4">
          <h3 className="font-semibold leading-snug">{title}</h3>
          <p className="mt-1.5 leading-relaxed text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}
