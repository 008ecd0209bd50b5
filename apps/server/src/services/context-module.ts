import type { SandboxOptions } from '@app/sandbox/sandbox-plugin'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { JobRegistration } from '../jobs/job.ts'

/** What a context brings to the server; `app.ts` lists them all. */
export type ContextModule = {
  /** Its routes, each below a prefix of its own, all below that of the product API. */
  routes?: FastifyPluginAsync
  /** The jobs it does, once the workers of this process have started. */
  jobs?: readonly JobRegistration[]
  /** What stands in for its part of the outside world; nothing where the real one is used. */
  standIn?: Partial<SandboxOptions>
  /** Adds what watches every request of the server, also those that are no context's own. */
  watch?: (app: FastifyInstance) => void
  /** Called once, before the process begins to serve. What may wait is not waited for. */
  start?: () => Promise<void>
  /** Called once, when the server takes no more requests. */
  stop?: () => Promise<void>
}
