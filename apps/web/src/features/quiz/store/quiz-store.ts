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
 * The attempt on screen. Its result is shown while `quiz.completed`; `finished` stays after the
 * browser's Back, so that Forward finds the result again.
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

/** The time for undoing a restart: short, because devices are shared. */
const undoWindowMs = 30_000

/** The tab's keys that a restart removes. */
const tabKeysOfAttempt = [
  ...[tabKeys.result, tabKeys.receipt, tabKeys.unsent],
  ...[tabKeys.contact, tabKeys.knownContact, tabKeys.paymentReturn],
]

/** Holds the attempt for what draws it and over a reload. The quiz's rules are the domain's: `change` takes its functions. */
export function createQuizStore({ device, tab, newId, now, setTimer }: Dependencies) {
  // The prerendered state, which hydration expects. The first read replaces it.
  const untouched: Attempt = { attemptId: '', quiz: startQuiz(), finished: null }
  let attempt: Attempt | null = null
  let submitted: { attemptId: string; content: unknown; answers: AnswersSoFar } | null = null
  let wiped: { attempt: Attempt; values: readonly (string | null)[] } | null = null
  // The next person must not see these.
  const traces: (readonly [KeyValueStore, string])[] = [
    [device, deviceKeys.paymentIntent],
    [device, deviceKeys.ticks],
    ...tabKeysOfAttempt.map((key) => [tab, key] as const),
  ]
  const listeners = createListeners()

  function get(): Attempt {
    attempt ??= restoreAttempt({ device, tab, newId, now })
    return attempt
  }

  function set(next: Attempt): void {
    attempt = next
    listeners.notify()
  }

  /**
   * Shows a changed attempt and saves it. Looking back from the result saves nothing; a change then
   * gets a new id, because the result's id is used.
   */
  function keep(quiz: QuizState): void {
    const before = get()
    const isChanged = quiz.answers !== before.quiz.answers
    const { attemptId, finished } = isShowingFinished(before) && isChanged ? underNewId(before) : before
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
      // A new answer makes the undo obsolete.
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
     * The id this attempt is sent under: the same one however often the same answers and contact
     * are submitted, also after a reload, a new one when something was changed after they had been.
     */
    submit(contact: Contact): string {
      const { attemptId, quiz, finished } = get()
      // Normalized to the order of the questions, as after a reload.
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
     * Finishes the submitted attempt: its answers move from the device to the tab. Does nothing
     * while a question is open.
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
     * Forgets everything about the attempt on this device. For a moment, until the next answer,
     * this page can bring it back. Goes on with the unfinished attempt of another tab, if there is
     * one.
     */
    restart(): void {
      const before = get()
      const taken = { attempt: before, values: traces.map(([store, key]) => store.getItem(key)) }
      wiped = taken
      // The timer runs independent of the page.
      setTimer(() => {
        if (wiped !== taken) return
        wiped = null
        set({ ...get() })
      }, undoWindowMs)
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
      if (!isShowingFinished(before)) writeAttempt(device, before, now())
      set(before)
    },
    /**
     * Takes over another tab's saved attempt. If that tab finished or removed it, this tab
     * continues under a new id. A shown result stays.
     */
    follow(saved: SavedAttempt | null): void {
      wiped = null
      const present = get()
      if (isShowingFinished(present)) return
      if (saved) set({ ...saved, finished: present.finished })
      else set({ ...underNewId(present), sentElsewhere: present.sentElsewhere })
    },
    /** Another tab has sent the attempt that both had. */
    hearOfSent({ attemptId, sentId }: SentAttempt): void {
      const present = get()
      if (present.attemptId === attemptId && !isShowingFinished(present) && !submitted)
        set({ ...underNewId(present), sentElsewhere: sentId })
    },
  }
}

function restoreAttempt({ device, tab, newId, now }: Omit<Dependencies, 'setTimer'>): Attempt {
  const finished = readFinished(tab)
  const saved = readAttempt(device, now())
  // A tab shows its unchanged result again, and then follows other tabs.
  if (saved && (!finished || finished.changedId)) return { ...saved, finished }
  return finished ? finishedAttempt(finished) : { attemptId: newId(), quiz: startQuiz(), finished: null }
}

/** Returns true when nothing has changed since the result. */
function isShowingFinished({ attemptId, finished }: Attempt): boolean {
  return attemptId === finished?.attemptId
}

function finishedAttempt(finished: FinishedAttempt): Attempt {
  const quiz: QuizState = { stepId: 'contact', answers: finished.answers, completed: true }
  return { attemptId: finished.attemptId, quiz, finished }
}
