import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ErrorReporter } from './error-reporter.ts'

/**
 * Reports each request that failed with a server error, under the log's request id. Refusals by the
 * app itself do not count, whatever their status.
 */
export function watchErrors(app: FastifyInstance, reporter: ErrorReporter): void {
  const thrown = new WeakMap<FastifyRequest, unknown>()
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError)) thrown.set(request, error)
  })
  async function reportOnce(request: FastifyRequest, { statusCode: status }: FastifyReply): Promise<void> {
    if (status < 500 || !thrown.has(request)) return
    const error = thrown.get(request)
    thrown.delete(request)
    reporter.report(describeError(error), {
      place: request.routeOptions.url ?? 'unmatched',
      requestId: request.id,
      status,
    })
  }
  // An answer is made for whoever has left, too, but never ends; one that is written past Fastify
  // ends without being sent.
  app.addHook('onSend', async (request, reply) => reportOnce(request, reply))
  app.addHook('onResponse', reportOnce)
  app.addHook('onClose', () => reporter.flush())
}

/** The log as the job queue writes it, whose errors are reported as well. */
export function reportingLog(log: JobLog, reporter: ErrorReporter): JobLog {
  return {
    info: (facts, message) => log.info(facts, message),
    warn: (facts, message) => log.warn(facts, message),
    error(facts, message) {
      log.error(facts, message)
      const { job } = facts as { job?: string }
      const { error } = facts as { error?: ReturnType<typeof describeError> }
      reporter.report(
        { name: 'JobError', stack: '', ...error, message: error?.message ?? message },
        { place: job ?? 'jobs', requestId: null, status: null },
      )
    },
  }
}
