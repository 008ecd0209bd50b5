import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@app/platform/testing/free-port'
import { type Backend, readCpuMs, readResidentMb, start, waitFor } from './backend.ts'

const runner = join(import.meta.dirname, '../../packages/platform/src/platform-main.ts')

/** Our platform alone, on PGlite in the folder, with limits that a benchmark does not reach. */
export async function startOurs(folder: string): Promise<Backend> {
  const [port, mailPort] = [await freePort(), await freePort()]
  const mails = `http://127.0.0.1:${mailPort}/`
  const child = start([runner], {
    PORT: String(port),
    TEST_DATA_DIR: folder,
    TEST_MAIL_PORT: String(mailPort),
    TEST_INIT_SQL: join(import.meta.dirname, 'schema.sql'),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    GOTRUE_RATE_LIMIT_OTP: '1000000',
    AUTH_ADDRESSES_PER_NETWORK: '1000000',
    GOTRUE_RATE_LIMIT_VERIFY: '1000000',
    GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '1000000',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '1000000',
    REALTIME_MAX_CONNECTIONS_PER_ADDRESS: '2000',
    REALTIME_MAX_JOINS_PER_SECOND_PER_ADDRESS: '1000000',
    REALTIME_MAX_EVENTS_PER_SECOND_PER_ADDRESS: '1000000',
    REALTIME_MAX_BYTES_PER_SECOND_PER_ADDRESS: '1000000000',
  })
  const { publishable } = await waitFor(
    child,
    async () => JSON.parse(child.printed()) as { publishable: string },
  )
  const codes = await followCodes(`${mails}stream`)
  return {
    name: 'ours',
    url: `http://127.0.0.1:${port}`,
    publishableKey: publishable,
    codeType: 'email',
    readCode: codes.take,
    clearMails: async () => void (await fetch(mails, { method: 'DELETE' })),
    readMemory: () => readResidentMb(child),
    readCpuMs: () => readCpuMs(child),
    stop: child.stop,
  }
}

/** Hears of every mail as it comes, as the peer prints its own: to ask for each would be one request more of a sign-in. */
async function followCodes(url: string): Promise<{ take: (email: string) => Promise<string> }> {
  const codes = new Map<string, PromiseWithResolvers<string>>()
  const codeFor = (email: string) => {
    const known = codes.get(email) ?? Promise.withResolvers<string>()
    codes.set(email, known)
    return known
  }
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  createInterface({ input: response }).on('line', (line) => {
    const { to, text } = JSON.parse(line) as { to: string; text: string }
    const code = /Code: (\d+)/.exec(text)?.[1]
    if (code !== undefined) codeFor(to).resolve(code)
  })
  return {
    take: async (email) => {
      const coming = codeFor(email)
      const waiting = setTimeout(() => coming.reject(new Error(`no code was mailed to ${email}`)), 10_000)
      const code = await coming.promise.finally(() => clearTimeout(waiting))
      codes.delete(email)
      return code
    },
  }
}
