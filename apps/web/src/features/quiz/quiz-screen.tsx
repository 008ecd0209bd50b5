import { progress, type QuizState } from '@app/domain/quiz/machine'
import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'
import { QuizFoot } from './quiz-foot.tsx'
import { QuizProgress } from './quiz-progress.tsx'
import { QuizSidePanel } from './quiz-side-panel.tsx'

/** The frame around every question. */
export function QuizScreen({ quiz, children }: { quiz: QuizState; children: ReactNode }) {
  return (
    <>
      <Container className="flex min-h-[calc(100svh-var(--header-height))] flex-col lg:pb-8">
        <div className="relative flex flex-1 flex-col">
          <div className="absolute inset-y-0 left-0 hidden w-[42%] overflow-hidden rounded-3xl bg-amber-soft/60 lg:block">
            <QuizSidePanel percent={progress(quiz).percent} />
          </div>
          <div className="pb-[min(1.5rem,6vw)] low:pb-3 lg:absolute lg:top-2 lg:right-0 lg:left-[calc(42%+3.5rem)] lg:pb-0">
            <QuizProgress quiz={quiz} />
          </div>
          {children}
        </div>
      </Container>
      <QuizFoot />
    </>
  )
}
