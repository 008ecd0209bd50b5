import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './bare.css'
import { bareSteps } from './quiz.ts'

const fields = ['name', 'email', 'phone']

/** True when each step also does the work of the product's steps, see `doRealisticStepWork`. */
const isRealistic = location.search === '?as-ours'
const pauseMs = 300

/** Does the browser's work of a product step: storage, history, title and focus. */
function doRealisticStepWork(title: string, answers: unknown): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      localStorage.setItem('answers', JSON.stringify(answers))
      history.pushState({ title }, '')
      document.title = title
      document.querySelector('h1')?.focus({ preventScroll: true })
    }),
  )
}

/** The least React that can run the quiz: the floor that `npm run bench:web` measures ours against. */
function BareQuiz() {
  const [answers, setAnswers] = useState<Record<string, string[]>>({})
  const [at, setAt] = useState(0)
  const shown = bareSteps.filter(({ onlyAfter }) => !onlyAfter || answers.gender?.includes(onlyAfter))
  const step = shown[at]
  const title = step?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step
  useEffect(() => {
    if (isRealistic && title) doRealisticStepWork(title, answers)
  }, [title])
  if (!step) return <main data-step="done">Спасибо!</main>

  const chosen = answers[step.id] ?? []
  const put = (values: string[]) => setAnswers({ ...answers, [step.id]: values })
  const goOn = () => setAt(at + 1)
  function press(option: string) {
    if (!step?.multi) {
      put([option])
      if (isRealistic) setTimeout(goOn, pauseMs)
      else goOn()
    } else put(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option])
  }

  return (
    <main data-step={step.id}>
      <progress max={shown.length} value={at} />
      <h1 tabIndex={-1}>{step.title}</h1>
      {step.options?.map((option) => (
        <button
          key={option}
          type="button"
          className="opt"
          aria-pressed={chosen.includes(option)}
          onClick={() => press(option)}
        >
          {option}
        </button>
      ))}
      {step.id === 'contact' &&
        fields.map((field, index) => (
          <label key={field}>
            {field}
            <input
              name={field}
              value={chosen[index] ?? ''}
              onChange={(event) =>
                put(fields.map((_, i) => (i === index ? event.target.value : (chosen[i] ?? ''))))
              }
            />
          </label>
        ))}
      {(step.multi || !step.options) && (
        <button type="button" className="next" onClick={goOn}>
          Далее
        </button>
      )}
      {at > 0 && (
        <button type="button" onClick={() => setAt(at - 1)}>
          Назад
        </button>
      )}
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<BareQuiz />)
