import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { advance, startQuiz } from '@app/domain/quiz/machine'
import { QuizScreen } from './quiz.tsx'
import { StepView } from './step-view.tsx'

const note =
  'early-note fixed inset-x-5 top-56 z-10 mx-auto lg:top-auto lg:bottom-8 max-w-md rounded-2xl bg-ink px-5 py-3 text-center text-label text-paper'

/** The first question as the build draws it, and what is said when the quiz's own script is late or does not come. */
export function FirstQuestion() {
  const quiz = advance(startQuiz())
  return (
    <>
      <QuizScreen quiz={quiz}>
        <StepView quiz={quiz} />
      </QuizScreen>
      <p className={`${note} early-note-wait`}>{texts.early.waiting}</p>
      <p className={`${note} early-note-broken`}>
        {texts.early.broken}{' '}
        <a href="/" className="underline underline-offset-4">
          {texts.early.reload}
        </a>
      </p>
    </>
  )
}
