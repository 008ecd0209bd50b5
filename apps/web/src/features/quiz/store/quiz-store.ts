import type { AnswersSoFar, Contact } from '@app/domain/quiz/answers'
import { isComplete } from '@app/domain/quiz/is-complete'
import { goTo, type QuizState, startQuiz } from '@app/domain/quiz/machine'
import { restoreAnswers } from '@app/domain/quiz/restore'
import type { StepId } from '@app/domain/quiz/steps'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import { deviceKeys, tabKeys } from '#web/lib/device/keys.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { clearDraft } from '../contact/contact-draft.ts'
import { type FinishedAttempt, readFinished, writeFinished } from './finished-attempt.ts'
import {
  clearAttempt,
  giveUpAttempt,
  readAttempt,
  type SavedAttempt,
  type SentAttempt,
  writeAttempt,
} from './saved-attempt.ts'

/**
 * The attempt on screen. Its result is shown while `quiz.completed`; `finished` stays after the browser's Back,
 * so that Forward finds the result again.
 */
export type Attempt = {
  attemptId: string
  quiz: QuizState
  finished: FinishedAttempt | null
  /** The id under which another tab has sent these same answers. */
  sentElsewhere?: string | undefined
}

/** A place in the browser's history: one step, or the result. */
export type QuizPlace = StepId | 'result'

type Dependencies = {
  /** Outlives the tab: an unfinished attempt. */
  device: KeyValueStore
  /** Lives with the tab: a finished one, and the contact being typed. */
  tab: KeyValueStore
  newId: () => string
  now: () => number
  setTimer: (run: () => void, delayMs: number) => unknown
}

/** How long what was wiped may be brought back: long enough to notice, too short for the next person at this device. */
const undoForMs = 30_000

/** What starting over takes from the tab. */
const tabTraces = [
  ...[tabKeys.result, tabKeys.receipt, tabKeys.unsent],
  ...[tabKeys.contact, tabKeys.knownContact, tabKeys.paymentReturn],
]

/** Holds the attempt for what draws it and over a reload. The quiz's rules are the domain's: `change` takes its functions. */
export function createQuizStore({ device, tab, newId, now, setTimer }: Dependencies) {
  // What the build renders and hydration must find. The first read replaces it.
  const untouched: Attempt = { attemptId: '', quiz: startQuiz(), finished: null }
  let attempt: Attempt | null = null
  let submitted: { attemptId: string; content: unknown; answers: AnswersSoFar } | null = null
  let wiped: { attempt: Attempt; values: readonly (string | null)[] } | null = null
  // Whoever comes next is asked to pay for nothing of theirs, and finds nothing ticked off.
  const traces: (readonly [KeyValueStore, string])[] = [
    [device, deviceKeys.paymentIntent],
    [device, deviceKeys.ticks],
    ...tabTraces.map((key) => [tab, key] as const),
  ]
  const listeners = createListeners()

  function get(): Attempt {
    attempt ??= readBack({ device, tab, newId, now })
    return attempt
  }

  function set(next: Attempt): void {
    attempt = next
    listeners.tell()
  }

  /**
   * Shows what became of the attempt and keeps it on the device. Looking back from the result changes nothing, so nothing returns to the
   * device; what is changed then goes on under an id of its own, also in another tab: the result's is used.
   */
  function keep(quiz: QuizState): void {
    const before = get()
    const isChanged = quiz.answers !== before.quiz.answers
    const { attemptId, finished } = isFinished(before) && isChanged ? underNewId(before) : before
    if (attemptId !== finished?.attemptId) writeAttempt(device, { attemptId, quiz }, now())
    set({ attemptId, quiz, finished, sentElsewhere: isChanged ? undefined : before.sentElsewhere })
  }

  /** The result, where there is one, learns the id: shown again, it takes what became of it off the device. */
  function underNewId({ quiz, finished: before }: Attempt): Attempt {
    const attemptId = newId()
    const finished = before && { ...before, changedId: attemptId }
    if (finished) writeFinished(tab, finished)
    return { attemptId, quiz, finished }
  }

  function end(finished: FinishedAttempt, attemptId: string): void {
    writeFinished(tab, finished)
    clearAttempt(device, attemptId)
    clearDraft(tab)
    set(finishedAttempt(finished))
  }

  return {
    get,
    getInitial: () => untouched,
    subscribe: listeners.subscribe,
    /** Applies one of the domain's functions and keeps what came of it on the device. */
    change(next: (quiz: QuizState) => QuizState): void {
      const before = get().quiz
      const quiz = next(before)
      if (quiz === before) return
      // Only an answer settles that the old ones are not wanted.
      if (quiz.answers !== before.answers) wiped = null
      keep(quiz)
    },
    /** Goes where the browser's Back or Forward points, as far as the answers allow. */
    show(place: QuizPlace): void {
      const { quiz, finished } = get()
      if (place === 'result') {
        if (!finished || quiz.completed) return
        clearAttempt(device, finished.changedId)
        set(finishedAttempt(finished))
        return
      }
      if (quiz.completed || quiz.stepId !== place) keep(goTo(quiz, place))
    },
    /**
     * The id this attempt is sent under: the same one however often the same answers and contact are submitted, also after a reload,
     * a new one when something was changed after they had been.
     */
    submit(contact: Contact): string {
      const { attemptId, quiz, finished } = get()
      // In the order of the questions, as a reload brings them back: answers may have been given in another one.
      const content = JSON.stringify([restoreAnswers(quiz.answers), contact])
      const { answers } = quiz
      submitted ??= finished && { attemptId: finished.attemptId, content: finished.sent, answers }
      if (submitted?.content !== content) {
        submitted = { attemptId: attemptId === submitted?.attemptId ? newId() : attemptId, content, answers }
      }
      giveUpAttempt(device, { attemptId, sentId: submitted.attemptId })
      set({ ...get(), attemptId: submitted.attemptId })
      return submitted.attemptId
    },
    /**
     * Ends the attempt: its answers leave the device for the tab. What was submitted is what is ended, whatever another tab has put here
     * since. Does nothing while a question is open.
     */
    finish(name: string): void {
      const { attemptId, answers } = submitted ?? { ...get(), ...get().quiz }
      if (!isComplete(answers)) return
      end({ attemptId, answers, name, sent: submitted?.content }, attemptId)
    },
    /** Shows what another tab has sent as this tab's result, instead of sending it again. */
    finishSent(name: string): void {
      const { attemptId, quiz, sentElsewhere } = get()
      if (sentElsewhere && isComplete(quiz.answers))
        end({ attemptId: sentElsewhere, answers: quiz.answers, name }, attemptId)
    },
    /**
     * Forgets everything about the attempt on this device. For a moment, until the next answer, this page can bring
     * it back. Goes on with the unfinished attempt of another tab, if there is one.
     */
    restart(): void {
      const before = get()
      const taken = { attempt: before, values: traces.map(([store, key]) => store.getItem(key)) }
      wiped = taken
      // Counted here, wherever on the site the visitor goes meanwhile.
      setTimer(() => {
        if (wiped !== taken) return
        wiped = null
        set({ ...get() })
      }, undoForMs)
      submitted = null
      clearAttempt(device, before.attemptId)
      for (const [store, key] of traces) store.removeItem(key)
      const others = readAttempt(device, now()) ?? { attemptId: newId(), quiz: startQuiz() }
      set({ ...others, finished: null })
    },
    isWiped: (): boolean => wiped !== null,
    /** Brings back what starting over has wiped. */
    undoRestart(): void {
      if (!wiped) return
      const { attempt: before, values } = wiped
      wiped = null
      traces.forEach(([store, key], at) => {
        const value = values[at]
        if (typeof value === 'string') store.setItem(key, value)
      })
      if (!isFinished(before)) writeAttempt(device, before, now())
      set(before)
    },
    /**
     * Takes over what another tab has left on the device, so that no tab goes on from what it knew before. An attempt that was
     * finished or wiped elsewhere is this tab's own from here on, under an id of its own: the other's is used. A result, shown or looked
     * back from, is this tab's already.
     */
    follow(saved: SavedAttempt | null): void {
      wiped = null
      const present = get()
      if (isFinished(present)) return
      if (saved) set({ ...saved, finished: present.finished })
      else set({ ...underNewId(present), sentElsewhere: present.sentElsewhere })
    },
    /** Another tab has sent the attempt that both had. */
    hearOfSent({ attemptId, sentId }: SentAttempt): void {
      const present = get()
      if (present.attemptId === attemptId && !isFinished(present) && !submitted)
        set({ ...underNewId(present), sentElsewhere: sentId })
    },
  }
}

function readBack({ device, tab, newId, now }: Omit<Dependencies, 'setTimer'>): Attempt {
  const finished = readFinished(tab)
  const saved = readAttempt(device, now())
  // A result that nothing was changed in is what a tab shows again; from then on it goes with the other tabs, see `follow`.
  if (saved && (!finished || finished.changedId)) return { ...saved, finished }
  return finished ? finishedAttempt(finished) : { attemptId: newId(), quiz: startQuiz(), finished: null }
}

/** Whether nothing was changed since the result: it is shown, or only looked back from. */
function isFinished({ attemptId, finished }: Attempt): boolean {
  return attemptId === finished?.attemptId
}

function finishedAttempt(finished: FinishedAttempt): Attempt {
  const quiz: QuizState = { stepId: 'contact', answers: finished.answers, completed: true }
  return { attemptId: finished.attemptId, quiz, finished }
}
