import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { advance, startQuiz } from '@app/domain/quiz/machine'
import { QuizScreen } from '../quiz.tsx'
import { StepView } from './step-view.tsx'

const note =
  'early-note mx-auto mb-4 w-full max-w-md rounded-2xl bg-night px-5 py-3 text-center text-label text-on-night lg:mt-24 lg:mr-0'

/** The first question as the build draws it, and what is said when the quiz's own script is late or does not come. */
export function FirstQuestion() {
  const quiz = advance(startQuiz())
  return (
    <QuizScreen quiz={quiz}>
      <p className={`${note} early-note-wait`}>{texts.early.waiting}</p>
      <p className={`${note} early-note-broken`}>
        {texts.early.broken} <span className="early-note-saved">{texts.early.saved} </span>
        <a href="/" className="underline underline-offset-4">
          {texts.early.reload}
        </a>
      </p>
      <StepView quiz={quiz} />
    </QuizScreen>
  )
}
