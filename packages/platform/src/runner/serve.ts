import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHttp } from '../http/open-http.ts'
import { openPlatform } from '../platform.ts'
import { Mailbox, renderPlainMail } from './mailbox.ts'
import { readEnvironment } from './read-environment.ts'

/** Serves the platform without a product, for the official suites of the services it stands in for. */
const { platform: settings, host, port, initSql, mailPort } = readEnvironment(process.env)
const mailbox = new Mailbox()
const scratch = settings.storage.folder === '' ? await mkdtemp(join(tmpdir(), 'platform-')) : null
const scratchFolder = await openPlatform({
  ...settings,
  storage: { ...settings.storage, folder: scratch ?? settings.storage.folder },
  sendMail: mailbox.sendMail,
  renderMail: renderPlainMail,
})
for (const file of initSql ?? []) await scratchFolder.runScript(seedStatements(await readFile(file, 'utf8')))

const app = openHttp()
await app.register(scratchFolder.plugin)
const mailServer = mailPort === undefined ? null : mailbox.server()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
await mailServer?.listen({ port: mailPort ?? 0, host: '127.0.0.1' })
const listening = await app.listen({ port, host })
const { publishable, secret } = scratchFolder.keys
process.stdout.write(`${JSON.stringify({ listening, publishable, secret })}\n`)

/** Runs seeds with the extensions' schema in the search path, like hosted Supabase. */
function seedStatements(script: string): string {
  return `
    do $$ begin
      create extension if not exists pgcrypto with schema extensions;
    exception when feature_not_supported or insufficient_privilege or undefined_file then null;
    end $$;
    set search_path to "$user", public, extensions;
    ${script}
    ;
    reset search_path;`
}

async function stop(): Promise<void> {
  await app.close()
  await mailServer?.close()
  await scratchFolder.close()
  if (scratch) await rm(scratch, { recursive: true, force: true })
}
