import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLeakedPasswords } from '../auth/passwords/leaked-passwords.ts'
import { openPlatform } from '../platform.ts'
import { Mailbox, renderPlainMail } from './mailbox.ts'
import { openHttp } from './open-http.ts'
import { readEnvironment } from './read-environment.ts'
import { runSeed } from './run-seed.ts'

/** Serves the platform alone, without a product, so that any client of the services it stands in for can be tried on it. */
const settings = readEnvironment(process.env)
const mailbox = new Mailbox()
const scratch = settings.platform.storage.folder === '' ? await mkdtemp(join(tmpdir(), 'platform-')) : null

const { leakedPasswordsFile } = settings
const leakedPasswords = leakedPasswordsFile === null ? null : await openLeakedPasswords(leakedPasswordsFile)

const platform = await openPlatform({
  ...settings.platform,
  auth: { ...settings.platform.auth, leakedPasswords },
  storage: { ...settings.platform.storage, folder: scratch ?? settings.platform.storage.folder },
  sendMail: mailbox.sendMail,
  renderMail: renderPlainMail,
})
for (const file of settings.initSql) await runSeed(platform, await readFile(file, 'utf8'))

const app = openHttp()
await app.register(platform.plugin)
const mailServer = settings.mailPort === null ? null : mailbox.server()

const purging = setInterval(
  () =>
    void platform.purgeSignIns().catch((error) => app.log.error(error, 'old sign-ins were not cleared away')),
  3_600_000,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

await mailServer?.listen({ port: settings.mailPort ?? 0, host: '127.0.0.1' })
await app.listen({ port: settings.port, host: settings.host })
process.stdout.write(
  `${JSON.stringify({ listening: boundTo(app.server.address()), publishable: platform.keys.publishable, secret: platform.keys.secret })}\n`,
)

/** What is listened on, as an address of the web; not an example of where it can be reached. */
function boundTo(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function stop(): Promise<void> {
  clearInterval(purging)
  await app.close()
  await mailServer?.close()
  await platform.close()
  if (scratch) await rm(scratch, { recursive: true, force: true })
}
