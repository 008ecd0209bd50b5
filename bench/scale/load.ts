import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@app/platform/testing/free-port'
import { buildAttempt } from '@app/testing/attempt'
import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { type Child, readResidentMb, start, waitFor } from '../platform/backend.ts'
import { giveShare } from './own-processor.ts'
import type { Sized } from './sized.ts'

const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
const concurrency = 16
const secondsARound = 5
const rounds = 5
/** What each of two servers has of a processor, so that the database and those who ask find what they need on two. */
const shareOfProcessor = 0.15

type Server = { url: string; child: Child }

/**
 * How many leads a second two processes save against one, on one database, in turns, each with a processor's share of its own
 * where the machine lets us; and what becomes of the memory of one under visitors who take the quiz, share results, buy and look
 * how that went.
 */
export async function loadProcesses(sized: Sized, minutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'))
  const servers: Server[] = []
  try {
    for (let at = 0; at < 2; at++) servers.push(await startServer(sized.url, join(folder, 'data')))
    await compareProcesses(servers)
    for (const { child } of servers.splice(0)) await child.stop()
    const server = await startServer(sized.url, join(folder, 'data'))
    servers.push(server)
    await watchMemory(server, minutes)
  } finally {
    for (const { child } of servers) await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compareProcesses(servers: readonly Server[]): Promise<void> {
  await leadsASecond(servers)
  const shares = servers.map(({ child }) => giveShare(child.process, shareOfProcessor))
  const shared = (await Promise.all(shares)).every(Boolean)
  const best = { one: 0, two: 0 }
  for (let round = 0; round < rounds; round++) {
    best.one = Math.max(best.one, await leadsASecond(servers.slice(0, 1)))
    best.two = Math.max(best.two, await leadsASecond(servers))
  }
  const each = shared
    ? `each with ${shareOfProcessor * 100} % of a processor`
    : 'competing for the processors, since control groups cannot be written here'
  console.log(
    `leads saved, best of ${rounds} rounds, ${availableParallelism()} cores with the database and the load on them, ${each}: ` +
      `one process ${best.one.toFixed(1)}/s, two ${best.two.toFixed(1)}/s, ratio ${(best.two / best.one).toFixed(2)}`,
  )
}

async function watchMemory(server: Server, minutes: number): Promise<void> {
  const endsAt = performance.now() + minutes * 60_000
  const samples: number[] = []
  const sampling = setInterval(async () => samples.push(await readResidentMb(server.child)), 1_000)
  const visits = await repeat([server], visit, () => performance.now() < endsAt)
  clearInterval(sampling)
  const size = Math.max(1, Math.floor(samples.length / 4))
  const quarters = [0, 1, 2, 3].map((at) => median(samples.slice(at * size, (at + 1) * size)))
  console.log(
    `${visits} mixed visits in ${minutes} min: resident memory ${quarters.join(', ')} MB in the quarters, ` +
      `at most ${Math.max(...samples)} MB`,
  )
}

async function leadsASecond(servers: readonly Server[]): Promise<number> {
  const startedAt = performance.now()
  const saved = await repeat(servers, saveLead, () => performance.now() - startedAt < secondsARound * 1000)
  return (saved / (performance.now() - startedAt)) * 1000
}

/** Does something over and over, so many at a time, at each server in turn; answers how often. */
async function repeat(
  servers: readonly Server[],
  once: (url: string) => Promise<unknown>,
  goesOn: () => boolean,
): Promise<number> {
  let count = 0
  await Promise.all(
    Array.from({ length: concurrency }, async (_, lane) => {
      const server = servers[lane % servers.length]
      while (server && goesOn()) {
        await once(server.url)
        count += 1
      }
    }),
  )
  return count
}

async function saveLead(url: string): Promise<{ resultToken: string }> {
  const contact = { name: aigerim.name, email: freshEmail(aigerim), phone: aigerim.phone }
  return post(`${url}/api/leads`, buildAttempt({ contact }))
}

async function visit(url: string): Promise<void> {
  const { resultToken } = await saveLead(url)
  await get(`${url}/api/leads/result/${resultToken}`)
  await get(`${url}/api/payment/prices`)
  const intent = buildIntent({ email: freshEmail(aigerim) })
  const { invId } = await post<{ invId: number }>(`${url}/api/payment/checkout`, intent)
  await get(`${url}/api/payment/status?invId=${invId}`)
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`)
  return (await response.json()) as Answer
}

async function get(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`)
}

/** The product as it is started, with limits that a benchmark does not reach. */
async function startServer(databaseUrl: string, dataDir: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const plenty = '10000000/60'
  const child = start([main], {
    SANDBOX: '1',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_LEADS_PER_IP: plenty,
    RATE_LIMIT_RESULTS: plenty,
    RATE_LIMIT_CHECKOUT: plenty,
    RATE_LIMIT_PAYMENT_STATUS: plenty,
  })
  await waitFor(child, async () => (await fetch(`${url}/api/ready`)).ok || undefined)
  return { url, child }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
