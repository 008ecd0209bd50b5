import { createContext, use } from 'react'

type QuizStarted = { started: boolean; setStarted: (started: boolean) => void }

export const QuizStartedContext = createContext<QuizStarted>({ started: false, setStarted: () => {} })

/** Whether the visitor has left the quiz's first screen; hides the header's sign-in button. Any quiz screen may set it. */
export function useQuizStarted(): QuizStarted {
  return use(QuizStartedContext)
}
