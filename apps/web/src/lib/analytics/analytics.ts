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
type TrackingMethods = Analytics & { quiz(moment: QuizMoment, stepId: StepId): void }

/** A recorded call that runs later, because analytics loads long after the first events. */
export type Command = { at: Date; url: string } & {
  [Method in keyof TrackingMethods]: { method: Method; args: Parameters<TrackingMethods[Method]> }
}[keyof TrackingMethods]

const maxQueuedCommands = 100
let queuedCommands: Command[] = []
let dispatch: ((call: Command) => void) | null = null

function createTracker<Method extends keyof TrackingMethods>(method: Method) {
  return (...args: Parameters<TrackingMethods[Method]>): void => {
    const call = { method, args, at: new Date(), url: location.href } as Command
    if (dispatch) dispatch(call)
    else enqueue(call)
  }
}

/**
 * Keeps the newest hundred errors (specification, section 4) and the first hundred other commands.
 */
function enqueue(call: Command): void {
  const isError = call.method === 'trackError'
  const alike = queuedCommands.filter(({ method }) => (method === 'trackError') === isError)
  if (alike.length >= maxQueuedCommands) {
    if (!isError) return
    queuedCommands = queuedCommands.filter((each) => each !== alike[0])
  }
  queuedCommands.push(call)
}

/** Passes the recorded commands to `next`, in their order, and every later one. */
export function connectDispatcher(next: (call: Command) => void): void {
  dispatch = next
  const calls = queuedCommands
  queuedCommands = []
  calls.forEach(next)
}

/**
 * The analytics of this page. Commands wait in memory until a dispatcher is there, and are dropped
 * without one.
 */
export const analytics: Analytics = {
  track: createTracker('track'),
  identify: createTracker('identify'),
  reset: createTracker('reset'),
  setPersonProperties: createTracker('setPersonProperties'),
  trackError: createTracker('trackError'),
  flushLocalErrors: createTracker('flushLocalErrors'),
}

/** Tracks a quiz event. `quiz-events.ts`, loaded later, maps it to analytics events. */
export const trackQuizStep = createTracker('quiz')
