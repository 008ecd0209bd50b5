import { resultText } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'
import type { ReactNode } from 'react'
import { ResultSection } from './result-section.tsx'

type ResultPartProps = { result: QuizResult; answers: QuizAnswers; note?: ReactNode }

/** What to do first, in order, along a line that starts today. */
export function FirstSteps({ result, answers, note }: ResultPartProps) {
  return (
    <ResultSection title={texts.firstSteps} note={note}>
      <ol className="grid max-w-[40rem]">
        {resultText(result, answers).nextSteps.map(({ title, text }) => (
          <li
            key={title}
            className="relative pb-7 pl-9 last:pb-0 not-last:before:absolute not-last:before:top-2 not-last:before:bottom-0 not-last:before:left-[0.4375rem] not-last:before:w-0.5 not-last:before:bg-mist-deep"
          >
            <span
              aria-hidden="true"
              className="absolute top-[0.3125rem] left-0 size-4 rounded-full border-[3px] border-paper bg-amber outline-2 outline-amber"
            />
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-[1.0625rem] leading-relaxed">{text}</p>
          </li>
        ))}
      </ol>
    </ResultSection>
  )
}
