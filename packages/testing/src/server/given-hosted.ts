import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@app/platform/testing/free-port'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

type Mail = { to: string; text: string }

export type Hosted = {
  url: string
  publishable: string
  secret: string
  mails: () => Promise<Mail[]>
  /** A browser's client, which knows nothing of the server. */
  browser: () => SupabaseClient
  /** A client to which everything is allowed. */
  admin: () => SupabaseClient
  end: () => Promise<void>
}

const root = path.join(import.meta.dirname, '../../../..')

/** `npm run platform` in a process of its own, with the product's functions: reached by its address alone, as hosted Supabase is. */
export async function givenHosted(databaseUrl: string): Promise<Hosted> {
  const [port, mailPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [path.join(root, 'packages/platform/src/platform-main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...{ PORT: String(port), API_EXTERNAL_URL: url, DATABASE_URL: databaseUrl },
      ...{ TEST_DATA_DIR: 'memory', TEST_MAIL_PORT: String(mailPort) },
      TEST_FUNCTIONS_DIR: path.join(root, 'supabase/functions'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const client = (key: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: `client-${Math.random()}` },
    })
  for await (const line of createInterface({ input: child.stdout })) {
    const { publishable, secret }: { publishable: string; secret: string } = JSON.parse(line)
    return {
      ...{ url, publishable, secret },
      mails: async () => (await fetch(`http://127.0.0.1:${mailPort}/`)).json(),
      browser: () => client(publishable),
      admin: () => client(secret),
      async end() {
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('the platform did not start')
}
