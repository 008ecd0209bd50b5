import type { QuizState } from '@app/domain/quiz/machine'
import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'
import { QuizFoot } from './quiz-foot.tsx'
import { QuizProgress } from './quiz-progress.tsx'
import { QuizScene } from './quiz-scene.tsx'

/** The frame around every question. */
export function QuizScreen({ quiz, children }: { quiz: QuizState; children: ReactNode }) {
  return (
    <>
      <Container className="flex min-h-[calc(100svh-var(--header-height))] flex-col lg:pb-8">
        <div className="relative flex flex-1 flex-col">
          <div className="quiz-panel">
            <QuizScene quiz={quiz} />
          </div>
          <div className="pb-[min(1rem,4vw)] [@media(max-height:40rem)]:pb-2 lg:absolute lg:top-2 lg:right-0 lg:left-[calc(42%+3.5rem)] lg:pb-0">
            <QuizProgress quiz={quiz} />
          </div>
          {children}
        </div>
      </Container>
      <QuizFoot />
    </>
  )
}
