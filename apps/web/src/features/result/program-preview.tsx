import { brand } from '@app/content/ru/brand'
import { renderDailyMessage } from '@app/content/ru/daily/daily-message'
import { pricingTexts } from '@app/content/ru/pricing'
import type { Category } from '@app/domain/result/categories'
import { BrandMark } from '#web/components/brand-mark.tsx'
import { programMessages } from './program-messages.ts'

const texts = pricingTexts.program

type FirstMessageProps = { category: Category; name: string | undefined }

/** A phone with the program's first message, word for word as it is sent to this reader. */
export function FirstMessage({ category, name = '' }: FirstMessageProps) {
  const [first] = programMessages(category)
  if (!first) return null
  // Folds a message like WhatsApp: up to the tasks.
  const [greeting, intro, deeds, ...rest] = renderDailyMessage(first, name).split('\n\n')
  return (
    <figure
      aria-label={texts.phone}
      className="mx-auto w-full max-w-[19rem] rounded-[2.5rem] border-[0.5rem] overflow-hidden border-night bg-night shadow-[0_1.5rem_3rem_-1.5rem_var(--color-shade)] dark:outline dark:outline-line"
    >
      <div className="flex items-center gap-2.5 bg-night px-4 pt-1.5 pb-3 text-on-night">
        <span className="grid size-9 place-items-center rounded-full bg-on-night/15">
          <BrandMark className="w-6" />
        </span>
        <span className="font-medium">{brand.title}</span>
      </div>
      <div className="grid gap-3 rounded-b-[1.9rem] bg-mist px-3 pt-3 pb-4">
        <p className="justify-self-center rounded-full bg-card px-3 py-0.5 text-sm text-ink-soft">
          {texts.day}
        </p>
        <div className="grid gap-2.5 rounded-2xl rounded-tl-sm bg-card p-3.5 text-[min(0.875rem,4.4vw)] leading-snug whitespace-pre-line">
          <p>{greeting}</p>
          <p>{intro}</p>
          <p>{deeds}</p>
          {rest.length > 0 && (
            <details className="fold group">
              <summary className="inline-flex min-h-6 list-none items-center text-meadow-deep group-open:hidden print:hidden! [&::-webkit-details-marker]:hidden">
                {texts.more}
              </summary>
              <div className="grid gap-2.5">
                {rest.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          )}
        </div>
      </div>
    </figure>
  )
}

/** The five days by their themes, along a line. */
export function ProgramDays({ category }: { category: Category }) {
  return (
    <ol aria-label={texts.days} className="grid content-start gap-0">
      {programMessages(category).map(({ day, theme }) => (
        <li
          key={day}
          className="relative flex gap-3.5 pb-3 leading-snug last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-[0.8125rem] not-last:before:w-0.5 not-last:before:bg-line-strong/40"
        >
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-card text-label font-semibold tabular-nums"
          >
            {day}
          </span>
          <span className="min-w-0 pt-0.5 text-[min(1rem,5vw)]">{theme}</span>
        </li>
      ))}
    </ol>
  )
}
