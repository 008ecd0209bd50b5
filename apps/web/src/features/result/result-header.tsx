import { resultText } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { medicalRedFlags } from '@app/domain/result/medical-red-flags'
import type { QuizResult } from '@app/domain/result/result'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Container } from '#web/ui/container.tsx'
import { CategoryScene, categoryLook } from './category-scene.tsx'
import { RedFlagsNotice } from './red-flags-notice.tsx'

type ResultHeaderProps = {
  result: QuizResult
  answers: QuizAnswers
  name?: string | undefined
  /** Below the cabinet's own heading, rather than at the top of the page. */
  isInCabinet?: boolean
  children?: ReactNode
}

/**
 * The result's title over its drawing, with the note about a doctor below. When an ambulance may be
 * needed, the title is quiet and the rest follows the call link.
 */
export function ResultHeader({ result, answers, name, isInCabinet = false, children }: ResultHeaderProps) {
  const { title, subtitle, kind } = resultText(result, answers)
  const Heading = isInCabinet ? 'h2' : 'h1'
  const look = categoryLook[result.mainCategory]
  const isUrgent = medicalRedFlags(answers)?.urgency === 'now'
  return (
    <header
      className={cn(
        'relative overflow-hidden',
        look.band,
        !isInCabinet && '-mt-(--header-height) pt-(--header-height)',
      )}
    >
      <CategoryScene
        category={result.mainCategory}
        className="risen-sun absolute right-0 bottom-0 w-64 max-w-[70%] sm:w-96 lg:w-[34rem]"
      />
      <Container className="relative pt-6 pb-40 sm:pt-8 sm:pb-60 lg:pt-16 lg:pb-20">
        <div className="lg:max-w-[37rem]">
          <p className={cn('text-label font-medium', look.word)}>
            {name ? texts.eyebrowFor(name) : texts.eyebrow}
          </p>
          <Heading
            tabIndex={-1}
            id="result-title"
            className={cn('headline', isUrgent ? 'mt-1 text-lg leading-snug' : 'mt-3 text-title')}
          >
            {title}
          </Heading>
          {isUrgent && <RedFlagsNotice answers={answers} />}
          <p className="mt-4 text-lg leading-normal text-ink-soft lg:text-xl lg:leading-normal">{subtitle}</p>
          <p className={cn('mt-3 font-medium', look.word)}>{kind}</p>
          {!isUrgent && <RedFlagsNotice answers={answers} />}
          {children}
        </div>
      </Container>
    </header>
  )
}
