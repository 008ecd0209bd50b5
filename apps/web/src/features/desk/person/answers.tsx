import { answerText } from '@app/content/ru/own-data/answer-text'
import { stepTexts } from '@app/content/ru/questions'
import { personTexts } from '@app/content/ru/ui/desk/person'
import { formatMoment } from '@app/content/ru/writing/date'
import type { DeskAnswers } from '@app/contracts/desk/person'
import { steps } from '@app/domain/quiz/steps'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Action } from '../parts/action.tsx'
import { loadAnswers } from './person-queries.ts'
import { Section } from './section.tsx'

const texts = personTexts.answers

type Attempts = DeskAnswers['attempts']

/** Shows a person's answers on demand, because each view is audited. They are not cached. */
export function Answers({ personId }: { personId: string }) {
  const config = useConfig()
  const [attempts, setAttempts] = useState<Attempts | null>(null)
  return (
    <Section title={texts.title}>
      {attempts === null ? (
        <div className="grid gap-2">
          <p className="text-label text-ink-soft">{texts.note}</p>
          <Action
            name="answers"
            label={texts.show}
            run={async () => setAttempts(await loadAnswers(config, personId))}
          />
        </div>
      ) : (
        attempts.map((attempt) => <Attempt key={attempt.leadId} attempt={attempt} />)
      )}
      {attempts?.length === 0 && <p className="text-label text-ink-soft">{texts.none}</p>}
    </Section>
  )
}

function Attempt({ attempt: { at, category, answers } }: { attempt: Attempts[number] }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">
        {texts.attempt(formatMoment(new Date(at)))}
        {category && ` · ${category}`}
      </h3>
      <dl className="grid text-label">
        {steps.flatMap((step) => {
          const value = 'key' in step ? answers[step.key] : undefined
          if (!('key' in step) || value === undefined || value === null) return []
          return [
            <div key={step.id} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-2">
              <dt className="text-ink-soft">{stepTexts[step.id].title}</dt>
              <dd className="wrap-anywhere">{answerText(step.key, value)}</dd>
            </div>,
          ]
        })}
      </dl>
    </div>
  )
}
