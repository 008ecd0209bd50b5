import type { Jobs } from '../src/jobs/jobs.ts'
import { runServer } from '../src/run-server.ts'

/** The product as it is run, with jobs that never stop. */
const jobs: Jobs = {
  reportTo() {},
  register: async () => {},
  enqueue: async () => {},
  schedule: async () => {},
  startWorkers: async () => {},
  drainQueue: async () => ({ succeeded: 0, failed: 0 }),
  ping: async () => {},
  stop: () => new Promise(() => {}),
}
await runServer(process.env, { jobs })
