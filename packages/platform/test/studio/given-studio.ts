import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPlatform } from '../../testing/given-platform.ts'

/** The host that a browser on this machine names. */
export const host = 'localhost:54321'
/** What a page of Studio sends with everything. */
export const ownPage = { host, origin: `http://${host}`, 'x-studio': '1', 'sec-fetch-site': 'same-origin' }

/** Pages as a build leaves them, small. */
export async function givenPages(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="./assets/a.js"></script>',
  )
  await writeFile(join(folder, 'assets/a.js'), 'export {}')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

type Asked = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers?: Record<string, string | undefined>
  body?: unknown
}

/** Asks Studio's interface with headers as given; `undefined` leaves one out. */
export async function ask(
  platform: Pick<TestPlatform, 'app'>,
  path: string,
  { method = 'GET', headers, body }: Asked = {},
) {
  const given = Object.entries(headers ?? ownPage).filter(([, value]) => value !== undefined)
  const response = await platform.app.inject({
    method,
    url: `/studio${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(given),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json') && response.body !== ''
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  }
}

export function signIn(
  platform: Pick<TestPlatform, 'app'>,
  key: string,
  headers: Record<string, string | undefined> = ownPage,
) {
  return ask(platform, '/api/session', { method: 'POST', headers, body: { key } })
}

/** The cookie of somebody who has signed in with the secret key. */
export async function givenSession(platform: TestPlatform): Promise<string> {
  const { headers } = await signIn(platform, platform.keys.secret)
  return String(headers['set-cookie']).split(';')[0] ?? ''
}
