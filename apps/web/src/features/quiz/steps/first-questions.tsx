import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { advance, choose, type QuizState, startQuiz } from '@app/domain/quiz/machine'
import { nightNote } from '../night-note.ts'
import { ProgressHorizon } from '../progress-horizon.tsx'
import { QuizScreen } from '../quiz.tsx'
import { StepView } from './step-view.tsx'

const note = `early-note ${nightNote} mx-auto mb-4 w-full max-w-md lg:mt-24 lg:mr-0`

const first = advance(startQuiz())
const [second, secondOfMen] = (['female', 'male'] as const).map((gender) =>
  advance(choose(first, 'gender', gender)),
) as [QuizState, QuizState]

/**
 * The first two questions as the build draws them, and what is said when the quiz's own script is late or does not come.
 * `early.ts` says which of them is asked, and the stylesheet shows it, by names: by its place, as `:last-child`, a browser would look for it
 * among all elements of the page, and style each of them anew.
 */
export function FirstQuestions() {
  return (
    <>
      <div className="early-first">
        <QuizScreen quiz={first}>
          <Broken />
          <StepView quiz={first} />
        </QuizScreen>
      </div>
      <div className="early-second">
        <QuizScreen
          quiz={second}
          horizon={
            <>
              <div className="early-for-female">
                <ProgressHorizon quiz={second} />
              </div>
              <div className="early-for-male">
                <ProgressHorizon quiz={secondOfMen} />
              </div>
            </>
          }
        >
          <p className={`${note} early-note-wait`}>{texts.early.waiting}</p>
          <Broken />
          <StepView quiz={{ ...second, answers: first.answers }} />
        </QuizScreen>
      </div>
    </>
  )
}

function Broken() {
  return (
    <p className={`${note} early-note-broken`}>
      {texts.early.broken} <span className="early-note-saved">{texts.early.saved} </span>
      <button type="button" value="1" className="underline underline-offset-4">
        {texts.early.reload}
      </button>
    </p>
  )
}
