import { resultText } from '@app/content/ru/results'
import { profileTexts } from '@app/content/ru/ui/profile'
import { formatDay, formatMinute } from '@app/content/ru/writing/date'
import { useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { compareAttempts } from './compare-attempts.ts'
import type { ClassifiedAnswers, Profile } from './profile.ts'

const texts = profileTexts.history

type AttemptHistoryProps = {
  /** The attempt on screen. */
  newest: Profile
  /** Newest first. */
  earlier: readonly Profile[]
}

/**
 * Lists all attempts and compares the newest with the chosen one. Renders nothing for a single one.
 */
export function AttemptHistory({ newest, earlier }: AttemptHistoryProps) {
  const [chosenId, setChosen] = useState(earlier[0]?.lead?.id)
  const chosen = earlier.find(({ lead }) => lead?.id === chosenId) ?? earlier[0]
  if (!chosen) return null
  const days = [newest, ...earlier].map(attemptDayText)
  return (
    <div className="grid gap-6">
      <ol className="grid gap-2">
        <li>
          <div className={attemptStyle(false)}>
            <AttemptWords attempt={newest} days={days} />
            <span className="text-sm sm:shrink-0 text-ink-soft">{texts.newest}</span>
          </div>
        </li>
        {earlier.map((attempt) => (
          <li key={attempt.lead?.id}>
            <button
              type="button"
              aria-pressed={attempt === chosen}
              className={cn(attemptStyle(attempt === chosen), 'printed w-full text-left hover:border-meadow')}
              onClick={() => setChosen(attempt.lead?.id)}
            >
              <AttemptWords attempt={attempt} days={days} />
              <span
                className={cn('text-sm sm:shrink-0 text-meadow-deep', attempt !== chosen && 'print:hidden')}
              >
                {attempt === chosen ? texts.compared : texts.compare}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <AttemptComparison before={chosen} after={newest} />
    </div>
  )
}

function attemptStyle(isChosen: boolean): string {
  return cn(
    'flex items-baseline justify-between gap-x-6 gap-y-1 rounded-card border px-4 py-3 max-sm:flex-wrap',
    isChosen ? 'border-meadow bg-mist' : 'border-line bg-card',
  )
}

/** `days` are those of all attempts: two of one day are told apart by the hour. */
function AttemptWords({ attempt, days }: { attempt: Profile; days: readonly (string | null)[] }) {
  const { lead, judged } = attempt
  const isAlone = days.filter((day) => day === attemptDayText(attempt)).length === 1
  const format = isAlone ? formatDay : formatMinute
  return (
    <span className="min-w-0">
      <span className="block text-label text-ink-soft">
        {lead ? format(new Date(lead.createdAt)) : texts.justNow}
      </span>
      <span className="font-medium">{judged ? resultLine(judged) : texts.incomplete}</span>
    </span>
  )
}

function attemptDayText({ lead }: Profile): string | null {
  return lead && formatDay(new Date(lead.createdAt))
}

/** The headline of the result's page, and the subcategory that stands under it there. */
function resultLine({ result, answers }: ClassifiedAnswers): string {
  const { title, kind } = resultText(result, answers)
  return `${title}. ${kind}`
}

function AttemptComparison({ before, after }: { before: Profile; after: Profile }) {
  const changes = compareAttempts(before.answers, after.answers)
  return (
    <section aria-live="polite" aria-labelledby="changed-title">
      <h3 id="changed-title" className="font-semibold">
        {texts.changed}
      </h3>
      {changes.length === 0 ? (
        <p className="mt-2 text-ink-soft">{texts.unchanged}</p>
      ) : (
        <dl className="mt-3 grid divide-y divide-line border-y border-line">
          {changes.map(({ id, question, before: was, after: is }) => (
            <div key={id} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-2">
              <dt className="text-label text-ink-soft">{question}</dt>
              <dd className="text-label">
                <span className="text-ink-soft">
                  <span className="sr-only">{texts.was}: </span>
                  {was}
                </span>
                <span aria-hidden="true" className="px-2 text-amber-deep">
                  →
                </span>
                <span className="font-medium">
                  <span className="sr-only">{texts.is}: </span>
                  {is}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-sm text-ink-soft">{texts.note}</p>
    </section>
  )
}
