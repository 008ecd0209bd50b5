import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@app/platform/testing/free-port'
import { type Backend, readCpuMs, readResidentMb, start, waitFor } from './backend.ts'

const run = promisify(execFile)
const peer = '@supabase/lite@0.10.0'
const manifest = '{ "private": true }'
const quiet = { LITE_TELEMETRY: '0' }

/** Installs the peer beside the folders of the runs, once for all that come; answers where. */
async function install(): Promise<string> {
  const place = join(tmpdir(), `bench-platform-${peer.replaceAll(/[^a-z0-9.]+/g, '-')}`)
  if (existsSync(place)) return place
  const folder = await mkdtemp(`${place}-`)
  await writeFile(join(folder, 'package.json'), manifest)
  const packages = [peer, '@electric-sql/pglite']
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  // Whole from the beginning, however an installation ends.
  await rename(folder, place)
  return place
}

/**
 * `@supabase/lite` on PGlite with the same table and policies, in the folder for this run alone. Its `dev`
 * command is what makes the schema; it is measured under `start`, which watches nothing.
 */
export async function startPeer(folder: string): Promise<Backend> {
  await writeFile(join(folder, 'package.json'), manifest)
  await symlink(join(await install(), 'node_modules'), join(folder, 'node_modules'))
  const cli = join(folder, 'node_modules/@supabase/lite/dist/cli/index.js')
  await run(process.execPath, [cli, 'init', '--pglite'], { cwd: folder, env: { ...process.env, ...quiet } })
  await copyFile(join(import.meta.dirname, 'schema.sql'), join(folder, 'supabase/schemas/schema.sql'))
  const port = await freePort()
  const configFile = join(folder, 'supabase/config.toml')
  const config = (await readFile(configFile, 'utf8')).replace('port = 54321', `port = ${port}`)
  await writeFile(configFile, `${config}max_frequency = "0s"\n`)
  const url = `http://127.0.0.1:${port}`
  const keys = await readFile(join(folder, '.env'), 'utf8')
  const publishableKey = /^SUPABASE_PUBLISHABLE_KEY=(.+)$/m.exec(keys)?.[1] ?? ''

  const isReady = async () => {
    const answer = await fetch(`${url}/rest/v1/quiz_leads?limit=1`, { headers: { apikey: publishableKey } })
    return answer.ok ? true : undefined
  }
  const making = start([cli, 'dev'], quiet, folder)
  await waitFor(making, isReady)
  await making.stop()
  const child = start([cli, 'start'], quiet, folder)
  await waitFor(child, isReady)
  return {
    name: peer,
    url,
    publishableKey,
    codeType: 'magiclink',
    readCode: async (email) => {
      const mail = child.printed().slice(child.printed().lastIndexOf(email))
      const code = /\b(\d{6})\b/.exec(mail)?.[1]
      if (code === undefined) throw new Error(`no code was mailed to ${email}: ${mail.slice(0, 500)}`)
      return code
    },
    // It prints them; of a long text each newest would take longer to find.
    clearMails: async () => child.forgetPrinted(),
    readMemory: () => readResidentMb(child),
    readCpuMs: () => readCpuMs(child),
    stop: child.stop,
  }
}
