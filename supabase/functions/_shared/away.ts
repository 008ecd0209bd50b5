import { respond } from './respond.ts'

/** A service of the project could not answer now; the same request may be answered in a moment. */
class ServiceAway extends Error {}

const awayStatuses = [502, 503, 504]

/**
 * Returns the error to throw when a service of the project has failed: `ServiceAway`, or an error
 * of ours to look into.
 */
export function failureOf(asked: string, { status }: Response): Error {
  const message = `${asked} answered ${status}`
  return awayStatuses.includes(status) ? new ServiceAway(message) : new Error(message)
}

/** Answers as `answer` does, and 503, to be tried again, while a service that it asks is away. */
export function unlessAway(answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    try {
      return await answer(request)
    } catch (error) {
      if (!(error instanceof ServiceAway)) throw error
      return respond(503, { code: 'unavailable', message: 'Try again in a moment' }, { 'retry-after': '5' })
    }
  }
}
