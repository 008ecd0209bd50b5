import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The timed steps, by PostgREST's names. */
const timedSteps = ['jwt', 'parse', 'plan', 'transaction', 'response'] as const
type Step = (typeof timedSteps)[number]

/** Steps that every answered request has taken, however little time they took. */
const alwaysShownSteps: readonly Step[] = ['jwt', 'parse']
const timingsProperty = 'restTimings'

class Timings {
  readonly #took = new Map<Step, number>()
  #since = performance.now()

  /** Counts the time since the last step to this one. */
  end(step: Step): void {
    const now = performance.now()
    this.#took.set(step, (this.#took.get(step) ?? 0) + now - this.#since)
    this.#since = now
  }

  toHeader(): string {
    return timedSteps
      .filter(
        (step) => this.#took.has(step) || (this.#took.has('response') && alwaysShownSteps.includes(step)),
      )
      .map((step) => `${step};dur=${(this.#took.get(step) ?? 0).toFixed(3)}`)
      .join(', ')
  }
}

/** Says in `Server-Timing` what each request under `app` spent its time on; to be shown to those who may see plans only. */
export function showTimings(app: FastifyInstance, { isShown }: { isShown: boolean }): void {
  app.decorateRequest(timingsProperty, null)
  if (!isShown) return
  app.addHook('onRequest', async (request) => request.setDecorator(timingsProperty, new Timings()))
  app.addHook('onSend', async (request, reply) => {
    const timings = request.getDecorator<Timings | null>(timingsProperty)
    if (reply.statusCode < 400) timings?.end('response')
    const header = timings?.toHeader()
    if (header) reply.header('server-timing', header)
  })
}

/** Ends a step of a request whose time is shown. */
export function endStep(request: FastifyRequest, step: Step): void {
  request.getDecorator<Timings | null>(timingsProperty)?.end(step)
}
