import type { SandboxOptions } from '@app/sandbox/sandbox-plugin'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { JobRegistration } from '../jobs/job.ts'

/** The parts of a module; `app.ts` lists all modules. */
export type ContextModule = {
  /** Routes of the product API, each module below its own prefix. */
  routes?: FastifyPluginAsync
  /** The jobs it does, once the workers of this process have started. */
  jobs?: readonly JobRegistration[]
  /** The module's simulated services in the sandbox. */
  standIn?: Partial<SandboxOptions>
  /** Adds what watches every request of the server, also those that are no context's own. */
  watch?: (app: FastifyInstance) => void
  /** Called once, before the process begins to serve. What may wait is not waited for. */
  start?: () => Promise<void>
  /** Called once, when the server takes no more requests. */
  stop?: () => Promise<void>
}
