/**
 * What do rest/v1's requests cost beyond the statements they end in?
 *
 * Leads are left by visitors over HTTP and, in turns, by the same insert run bare on the same database; likewise a
 * signed-in user's latest lead is read both ways. The fastest round of each counts, and ratios are printed.
 *
 *   npm run bench:platform
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatform } from '@app/platform/platform'
import fastify from 'fastify'
import { sql } from 'kysely'

const rounds = 5
const requestsARound = 400
const concurrency = 16
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

const folder = await mkdtemp(join(tmpdir(), 'bench-platform-'))
const migrationsDir = join(import.meta.dirname, '../supabase/migrations')
const platform = await openPlatform({
  database: { kind: 'pglite', dataDir: join(folder, 'db') },
  migrationsDir,
  externalUrl: 'http://localhost',
  siteUrl: 'http://localhost',
  sendMail: async () => {},
  renderMail: () => ({ subject: '', text: '', html: '' }),
  storage: { folder: join(folder, 'storage') },
})
const app = fastify()
await app.register(platform.plugin)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const token = await signUp()
const lead = { name: 'Дана', email: 'dana@example.kz', phone: '+77010000001', category: 'AA1', locale: 'ru' }

const insertion = await race(
  () => send('POST', '/rest/v1/quiz_leads', { prefer: 'return=minimal' }, JSON.stringify(lead)),
  () =>
    sql`insert into public.quiz_leads (name, email, phone, category, locale)
      values (${lead.name}, ${lead.email}, ${lead.phone}, ${lead.category}, ${lead.locale})`.execute(
      platform.db,
    ),
)
const reading = await race(
  () =>
    send('GET', '/rest/v1/quiz_leads?select=*&order=created_at.desc&limit=1', {
      authorization: `Bearer ${token.jwt}`,
    }),
  () =>
    sql`select * from public.quiz_leads where user_id = ${token.userId} order by created_at desc limit 1`.execute(
      platform.db,
    ),
)

const load = loadavg()[0]?.toFixed(1)
console.log(
  `PGlite on disk, ${requestsARound} requests, ${concurrency} at a time, best of ${rounds} rounds, load ${load}`,
)
report('lead inserts', insertion)
report('latest-lead reads', reading)
console.log(`resident memory ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`)

await app.close()
await platform.close()
agent.destroy()
await rm(folder, { recursive: true, force: true })

type Times = { rest: number; bare: number }

function report(what: string, { rest, bare }: Times): void {
  const perSecond = (ms: number) => Math.round((requestsARound / ms) * 1000)
  console.log(
    `${what}: ${perSecond(rest)}/s over rest/v1, ${perSecond(bare)}/s bare, ratio ${(bare / rest).toFixed(2)}`,
  )
}

/** Lets the two take turns and answers with the fastest round of each, in milliseconds. */
async function race(rest: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<Times> {
  const best = { rest: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY }
  for (let round = 0; round < rounds; round++) {
    best.bare = Math.min(best.bare, await timeAll(bare))
    best.rest = Math.min(best.rest, await timeAll(rest))
  }
  return best
}

async function timeAll(once: () => Promise<unknown>): Promise<number> {
  let left = requestsARound
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await once()
    }),
  )
  return performance.now() - startedAt
}

function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        headers: { apikey: platform.keys.publishable, 'content-type': 'application/json', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const text = Buffer.concat(chunks).toString()
        if ((response.statusCode ?? 500) >= 300)
          reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
        else resolve(text)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function signUp(): Promise<{ jwt: string; userId: string }> {
  const email = `${randomUUID()}@example.kz`
  const admin = { apikey: platform.keys.secret, authorization: `Bearer ${platform.keys.secret}` }
  const account = JSON.stringify({ email, password: 'a long password', email_confirm: true })
  const { id } = JSON.parse(await send('POST', '/auth/v1/admin/users', admin, account)) as { id: string }
  const session = await send('POST', '/auth/v1/token?grant_type=password', {}, account)
  await sql`insert into public.quiz_leads (user_id, name) values (${id}, 'Дана')`.execute(platform.db)
  return { jwt: (JSON.parse(session) as { access_token: string }).access_token, userId: id }
}
