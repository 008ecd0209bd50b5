import { concernText, redFlagTexts as texts } from '@app/content/ru/results/red-flags'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { otherText } from '@app/domain/quiz/health-issues'
import { isUnrecognized } from '@app/domain/result/free-text/free-text-red-flags'
import { type Concern, medicalRedFlags } from '@app/domain/result/medical-red-flags'
import { useId } from 'react'
import { cn } from '#web/lib/cn.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The box above a result that explains why a doctor comes first. */
export function RedFlagsNotice({ answers }: { answers: Partial<QuizAnswers> }) {
  const titleId = useId()
  const found = medicalRedFlags(answers)
  if (!found) {
    const isLeftOpen = isUnrecognized(otherText(answers.healthIssues ?? []))
    return isLeftOpen ? <p className="mt-6 font-medium leading-relaxed">{texts.unrecognized}</p> : null
  }
  const { urgency, concerns } = found
  const textOf = (concern: Concern) => concernText(concern, answers.healthIssues ?? [])
  // One call link for all urgent flags, right after the first one.
  const isUrgent = urgency === 'now'
  const above = isUrgent ? concerns.slice(0, 1) : concerns
  return (
    <section
      aria-labelledby={titleId}
      data-red-flags={urgency}
      className={cn(
        '@container rounded-card border border-l-[6px] bg-paper p-5 sm:p-6',
        isUrgent ? 'mt-4 border-danger' : 'mt-6 border-amber-deep',
      )}
    >
      <h2 id={titleId} className="headline text-[min(1.5rem,9.5vw)] leading-tight">
        {texts.titles[urgency]}
      </h2>
      <div className="mt-3 grid grid-cols-1 justify-items-start gap-3 leading-relaxed">
        {above.map((concern) => (
          <p key={concern}>{textOf(concern)}</p>
        ))}
        {isUrgent && (
          <a
            href="tel:103"
            className={buttonStyle({
              variant: 'destructive',
              size: 'lg',
              className: 'w-full max-w-64 px-3! text-[min(1.125rem,7vw)]! @max-[15rem]:order-first',
            })}
          >
            {texts.call}
          </a>
        )}
        {concerns.slice(above.length).map((concern) => (
          <p key={concern}>{textOf(concern)}</p>
        ))}
        <p className="font-medium">
          {!isUrgent && `${texts.meanwhile} `}
          {texts.after}
        </p>
      </div>
    </section>
  )
}
