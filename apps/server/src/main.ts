import { sampleOwner } from '@app/content/ru/sample-owner'
import { startGreeting } from '@app/content/ru/sandbox'
import { hasSandboxAuthenticator } from './client-config.ts'
import { ConfigError, readConfig, type Settings } from './config.ts'
import { describeError } from './http/describe-error.ts'
import { openServer } from './server.ts'
import { stopOnSignals } from './stop-signals.ts'

// Whatever this process writes is for its own user alone.
process.umask(0o077)
const settings = settingsOrExit()
const server = await openServer(settings)
stopOnSignals(server.close)
process.on('uncaughtException', (error) => {
  server.app.log.fatal({ error: describeError(error) }, 'nobody caught this')
  process.exit(1)
})
await listenOrExit(settings)
await server.startWorkers()
if (process.getuid?.() === 0) {
  server.app.log.warn(
    'this runs as root, whom nothing on the machine is closed to: give it a user of its own',
  )
}
greet(settings, server.panelUrl)

function settingsOrExit(): Settings {
  try {
    return readConfig(process.env, sampleOwner)
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

function greet(settings: Settings, panelUrl: string | null): void {
  const { environment, http, mail, whatsapp } = settings
  if (environment === 'production') return
  const mailboxUrl = mail.kind === 'sandbox' ? `${http.siteUrl}/sandbox/mail` : null
  const authenticatorUrl = hasSandboxAuthenticator(settings) ? `${http.siteUrl}/sandbox/authenticator` : null
  const whatsappUrl = whatsapp.kind === 'sandbox' ? `${http.siteUrl}/sandbox/whatsapp` : null
  const greeting = { siteUrl: http.siteUrl, mailboxUrl, whatsappUrl, panelUrl, authenticatorUrl }
  process.stdout.write(`${startGreeting(greeting)}\n`)
}
