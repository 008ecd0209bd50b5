import type {
  EventName,
  EventProperties,
  PersonProperties,
  ReportedError,
} from '@app/domain/analytics/event-fields'
import type { StepId } from '@app/domain/quiz/steps'

/** The analytics of the product. Every method returns at once and none throws. */
export type Analytics = {
  track<Name extends EventName>(event: Name, properties?: EventProperties<Name>): void
  /** Links this browser to a user's id, never to a name, an address or a phone. */
  identify(userId: string, properties?: PersonProperties): void
  /** Forgets the user: what follows belongs to a new visitor. */
  reset(): void
  setPersonProperties(properties: PersonProperties): void
  trackError(error: ReportedError): void
  /** Sends the errors that waited in the browser, when analytics is ready. */
  flushLocalErrors(): void
}

/** `left`: the quiz is no longer on the page. */
export type QuizMoment = 'viewed' | 'completed' | 'finished' | 'restarted' | 'left'
type Told = Analytics & { quiz(moment: QuizMoment, stepId: StepId): void }

/** A recorded call that runs later, because analytics loads long after the first events. */
export type Command = { at: Date; url: string } & {
  [Method in keyof Told]: { method: Method; args: Parameters<Told[Method]> }
}[keyof Told]

const maxWaiting = 100
let waiting: Command[] = []
let carryOut: ((call: Command) => void) | null = null

function telling<Method extends keyof Told>(method: Method) {
  return (...args: Parameters<Told[Method]>): void => {
    const call = { method, args, at: new Date(), url: location.href } as Command
    if (carryOut) carryOut(call)
    else wait(call)
  }
}

/**
 * Keeps the newest hundred errors (specification, section 4) and the first hundred other commands.
 */
function wait(call: Command): void {
  const isError = call.method === 'trackError'
  const alike = waiting.filter(({ method }) => (method === 'trackError') === isError)
  if (alike.length >= maxWaiting) {
    if (!isError) return
    waiting = waiting.filter((each) => each !== alike[0])
  }
  waiting.push(call)
}

/** Passes the recorded commands to `next`, in their order, and every later one. */
export function carryOutWith(next: (call: Command) => void): void {
  carryOut = next
  const calls = waiting
  waiting = []
  calls.forEach(next)
}

/**
 * The analytics of this page. Commands wait in memory until a dispatcher is there, and are dropped
 * without one.
 */
export const analytics: Analytics = {
  track: telling('track'),
  identify: telling('identify'),
  reset: telling('reset'),
  setPersonProperties: telling('setPersonProperties'),
  trackError: telling('trackError'),
  flushLocalErrors: telling('flushLocalErrors'),
}

/** Something happened in the quiz. Which events that makes, `quiz-events.ts` knows, in a script that comes later. */
export const trackQuizStep = telling('quiz')
