import { join } from 'node:path'
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
    GOTRUE_RATE_LIMIT_VERIFY: '1000000',
    GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '1000000',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '1000000',
    REALTIME_MAX_CONNECTIONS_PER_ADDRESS: '2000',
    REALTIME_MAX_JOINS_PER_SECOND_PER_ADDRESS: '1000000',
  })
  const { publishable } = await waitFor(
    child,
    async () => JSON.parse(child.printed()) as { publishable: string },
  )
  return {
    name: 'ours',
    url: `http://127.0.0.1:${port}`,
    publishableKey: publishable,
    codeType: 'email',
    readCode: async (email) => {
      const listed = (await (await fetch(mails)).json()) as { to: string; text: string }[]
      const code = /Code: (\d+)/.exec(listed.findLast(({ to }) => to === email)?.text ?? '')?.[1]
      if (code === undefined) throw new Error(`no code was mailed to ${email}`)
      return code
    },
    clearMails: async () => void (await fetch(mails, { method: 'DELETE' })),
    readMemory: () => readResidentMb(child),
    readCpuMs: () => readCpuMs(child),
    stop: child.stop,
  }
}
