import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { startGreeting } from '@app/content/ru/sandbox/sandbox'
import { ConfigError, readConfig, type Settings } from './config.ts'
import { describeError } from './http/describe-error.ts'
import { openServer, type Server } from './server.ts'
import { stopOnSignals } from './stop-signals.ts'

// Whatever this process writes is for its own user alone.
process.umask(0o077)
const settings = settingsOrExit()
const server = await openOrExit(settings)
stopOnSignals(server.close)
process.on('uncaughtException', (error) => {
  server.app.log.fatal({ error: describeError(error) }, 'nobody caught this')
  process.exit(1)
})
await server.start()
await listenOrExit(settings)
await server.startWorkers()
if (process.getuid?.() === 0) {
  server.app.log.warn(
    'this runs as root, whom nothing on the machine is closed to: give it a user of its own',
  )
}
greet(settings, server)

function settingsOrExit(): Settings {
  try {
    return readConfig(process.env, sampleOwner)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** What the settings name may still not be as they say; that is told in words, as the settings' own faults are. */
async function openOrExit(settings: Settings): Promise<Server> {
  try {
    return await openServer(settings)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function listenOrExit({ http: { port, host } }: Settings): Promise<void> {
  try {
    await server.app.listen({ port, host })
  } catch (error) {
    console.error(
      `The server cannot listen on ${host}:${port} (${error instanceof Error ? error.message : error}).`,
    )
    await server.close()
    process.exit(1)
  }
}

function greet({ environment, http: { siteUrl } }: Settings, { standIns, panelUrl }: Server): void {
  if (environment === 'production') return
  const pageOf = (standIn: object | null, path: string) => (standIn ? `${siteUrl}/sandbox/${path}` : null)
  const greeting = {
    siteUrl,
    mailboxUrl: pageOf(standIns.mailbox, 'mail'),
    whatsappUrl: pageOf(standIns.whatsapp, 'whatsapp'),
    panelUrl: panelUrl(),
    authenticatorUrl: pageOf(standIns.authenticator, 'authenticator'),
  }
  process.stdout.write(`${startGreeting(greeting)}\n`)
}
