import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Backend } from './backend.ts'

export const lead = {
  name: 'Дана',
  email: 'dana@example.kz',
  phone: '+77010000001',
  category: 'AA1',
  locale: 'ru',
}
const password = 'a long password'
/** So many that nobody asks for more codes than one may in a day. */
const people = 120

/** What a benchmark does to a backend, one call a request or a whole sign-in. */
export type Client = {
  insertLead: () => Promise<unknown>
  readLatest: () => Promise<unknown>
  signInByPassword: () => Promise<unknown>
  signInByCode: () => Promise<unknown>
  refresh: () => Promise<unknown>
  /** Leaves its connections: a backend ends those that were idle for long, be it just as one is used again. */
  disconnect: () => void
}

type Session = { access_token: string; refresh_token: string; user: { id: string } }
type Person = { email: string; token: string; userId: string; refreshToken: string }

/** Signs a user up and leaves them a lead to read. */
export async function openClient(backend: Backend, concurrency: number): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    exchange(agent, backend, { method, path, headers, ...(body === undefined ? {} : { body }) })
  const signUp = async (): Promise<Person> => {
    const email = `${randomUUID()}@example.kz`
    const session = JSON.parse(await send('POST', '/auth/v1/signup', { email, password })) as Session
    const { access_token, refresh_token, user } = session
    return { email, token: access_token, userId: user.id, refreshToken: refresh_token }
  }
  const user = await signUp()
  // A code replaces the code before it, so those who sign in at once are different people, each in their turn.
  const idle = await Promise.all(Array.from({ length: people }, signUp))
  const authorization = `Bearer ${user.token}`
  const minimal = { prefer: 'return=minimal' }
  await send('POST', '/rest/v1/quiz_leads', { ...lead, user_id: user.userId }, { ...minimal, authorization })
  return {
    insertLead: () => send('POST', '/rest/v1/quiz_leads', lead, minimal),
    readLatest: () =>
      send('GET', '/rest/v1/quiz_leads?select=*&order=created_at.desc&limit=1', undefined, { authorization }),
    signInByPassword: () =>
      send('POST', '/auth/v1/token?grant_type=password', { email: user.email, password }),
    signInByCode: async () => {
      const person = idle.shift() ?? (await signUp())
      const { email } = person
      await send('POST', '/auth/v1/otp', { email, create_user: false })
      const token = await backend.readCode(email)
      await send('POST', '/auth/v1/verify', { type: backend.codeType, email, token })
      idle.push(person)
    },
    refresh: async () => {
      const person = idle.shift() ?? (await signUp())
      const body = { refresh_token: person.refreshToken }
      const session = await send('POST', '/auth/v1/token?grant_type=refresh_token', body)
      person.refreshToken = (JSON.parse(session) as Session).refresh_token
      idle.push(person)
    },
    disconnect: () => agent.destroy(),
  }
}

type Asked = Pick<Backend, 'name' | 'url' | 'publishableKey'>
type Sent = { method: string; path: string; headers: Record<string, string>; body?: object }

/** Sends one request and answers with the body. Rejects anything but success. */
export function exchange(
  agent: Agent,
  backend: Asked,
  { method, path, headers, body }: Sent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${backend.url}${path}`,
      {
        method,
        agent,
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const text = Buffer.concat(chunks).toString()
        if ((response.statusCode ?? 500) < 300) resolve(text)
        else reject(new Error(`${backend.name}: ${method} ${path} answered ${response.statusCode}: ${text}`))
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
