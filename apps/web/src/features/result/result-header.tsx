import { resultText } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'
import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'
import { RisenSun } from './risen-sun.tsx'

type ResultHeaderProps = {
  result: QuizResult
  answers: QuizAnswers
  name?: string | undefined
  children?: ReactNode
}

/** The category, as far as the answers say it, in large letters under a risen sun. `children` stand below it. */
export function ResultHeader({ result, answers, name, children }: ResultHeaderProps) {
  const { title, subtitle, kind } = resultText(result, answers)
  return (
    <header className="relative overflow-hidden bg-amber-soft/55">
      <RisenSun className="absolute right-0 bottom-0 w-64 max-w-[60%] sm:w-96 lg:w-[34rem]" />
      <Container className="relative pt-8 pb-44 sm:pb-52 lg:pt-16 lg:pb-20">
        <div className="lg:max-w-[40rem]">
          <p className="text-label font-medium text-amber-deep">
            {name ? texts.eyebrowFor(name) : texts.eyebrow}
          </p>
          <h1 tabIndex={-1} id="result-title" className="headline mt-3 text-title">
            {title}
          </h1>
          <p className="mt-4 text-lg leading-normal text-ink-soft lg:text-xl lg:leading-normal">{subtitle}</p>
          <p className="mt-6 inline-flex items-baseline gap-3 rounded-2xl bg-paper/85 px-4 py-2.5">
            <span className="headline text-amber-deep">{result.subCategory}</span>
            <span className="font-medium">{kind}</span>
          </p>
          {children}
        </div>
      </Container>
    </header>
  )
}
