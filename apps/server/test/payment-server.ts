import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { readConfig } from '../src/config.ts'
import { openServer } from '../src/server.ts'
import { stopOnSignals } from '../src/stop-signals.ts'

/** The server as a process of its own, whose plug can be pulled while a payment is taken in. */
const { FAULT, ...env } = process.env
const die = async () => {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

const settings = readConfig(env, sampleOwner)
const server = await openServer(settings, {
  // The site may be being built meanwhile, and changes nothing here.
  siteDir: null,
  ...(FAULT === 'before_commit' && { faults: { beforeCommit: die } }),
  ...(FAULT === 'before_answer' && { faults: { beforeAnswer: die } }),
})
stopOnSignals({ stop: server.close, drainMs: settings.drainMs, onLate: () => {} })
await server.start()
await server.app.listen({ port: settings.http.port, host: settings.http.host })
// One that is about to die takes no job: what it took would wait until it counts as given up.
if (!FAULT) await server.startWorkers()
