import type { FastifyServerOptions } from 'fastify'
import type { LogLevel } from '../config/general.ts'
import { describeError } from './describe-error.ts'
import type { Outage } from './outage.ts'

export type LogStream = { write: (line: string) => void }

/** Returns the logger's options, which strip requests and errors of personal data. */
export function loggerOptions(
  level: LogLevel,
  outage: Outage,
  stream?: LogStream,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request) => ({ method: request.method, url: request.routeOptions?.url ?? 'unmatched' }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error) => ({
        type: error.name,
        ...describeError(error),
        message: describeError(error).message ?? '',
      }),
    },
    hooks: {
      logMethod(line, write, level) {
        const verdict = outage.judge(line[0], level)
        if (verdict === 'begins') write.apply(this, [line[0], 'the database does not answer'])
        if (verdict === 'logged') write.apply(this, line)
      },
    },
    ...(stream && { stream }),
  }
}
