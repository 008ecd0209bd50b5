import type {
  EventName,
  EventProperties,
  PersonProperties,
  ReportedError,
} from '@app/domain/analytics/event-fields'

/** What the product tells analytics. Every method returns at once and none throws. */
export type Analytics = {
  track<Name extends EventName>(event: Name, properties?: EventProperties<Name>): void
  /** Ties what this browser does to a user's id. Never to a name, an address or a phone. */
  identify(userId: string, properties?: PersonProperties): void
  /** Forgets the user: what follows belongs to a new visitor. */
  reset(): void
  setPersonProperties(properties: PersonProperties): void
  trackError(error: ReportedError): void
  /** Sends the errors that waited in the browser, when analytics is ready. */
  flushLocalErrors(): void
}

type Ask =
  | { what: 'track'; event: EventName; properties: Record<string, unknown> }
  | { what: 'identify'; userId: string; properties: PersonProperties }
  | { what: 'reset' }
  | { what: 'setPersonProperties'; properties: PersonProperties }
  | { what: 'trackError'; error: ReportedError }
  | { what: 'flushLocalErrors' }

/** One call as it was made, to be carried out later: analytics arrives long after the first events. */
export type Call = { ask: Ask; at: Date; url: string }

const mostWaiting = 200
let waiting: Call[] = []
let carryOut: ((call: Call) => void) | null = null

function tell(ask: Ask): void {
  const call = { ask, at: new Date(), url: location.href }
  if (carryOut) carryOut(call)
  else if (waiting.length < mostWaiting) waiting.push(call)
}

/** Hands over the calls made so far, in their order, and every later one. */
export function carryOutWith(next: (call: Call) => void): void {
  carryOut = next
  const calls = waiting
  waiting = []
  for (const call of calls) next(call)
}

/** The analytics of this page. Calls wait in memory until it is there, and vanish where there is none. */
export const analytics: Analytics = {
  track: (event, properties = {}) => tell({ what: 'track', event, properties }),
  identify: (userId, properties = {}) => tell({ what: 'identify', userId, properties }),
  reset: () => tell({ what: 'reset' }),
  setPersonProperties: (properties) => tell({ what: 'setPersonProperties', properties }),
  trackError: (error) => tell({ what: 'trackError', error }),
  flushLocalErrors: () => tell({ what: 'flushLocalErrors' }),
}
