import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

const hello = `export default {
  fetch: async (request) => Response.json(
    { method: request.method, path: new URL(request.url).pathname, body: await request.json() },
    { status: 201, headers: [['x-from', 'function'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] },
  ),
}`

const sources = {
  hello,
  variables: `import { names } from '../_shared/names.ts'
    export default { fetch: () => Response.json(names.map((name) => Deno.env.get(name) ?? null)) }`,
  streams: `export default {
    fetch: () => new Response(ReadableStream.from([Buffer.from('one '), Buffer.from('two')])),
  }`,
  empty: 'export default { fetch: () => new Response(null, { status: 204 }) }',
  throws: `export default { fetch: async () => { throw new Error('no lead of aliya') } }`,
  nothing: 'export default { fetch: () => "a string" }',
  late: `let ended = 'not yet'
    export default {
      fetch: (request) => request.method === 'GET' ? new Response(ended) : new Promise(() => {
        request.signal.addEventListener('abort', () => { ended = request.signal.reason.name })
      }),
    }`,
  broken: 'export default 1',
  stuck: 'await new Promise(() => {}); export default { fetch: () => new Response() }',
  flaky: `globalThis.flakyLoads = (globalThis.flakyLoads ?? 0) + 1
    if (globalThis.flakyLoads === 1) throw new Error('not this time')
    export default { fetch: () => new Response('loaded') }`,
}

let platform: TestPlatform
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-test-'))
  for (const [name, source] of Object.entries({ ...sources, _shared: hello })) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'index.ts'), source)
  }
  await writeFile(join(folder, '_shared/names.ts'), `export const names = ['SUPABASE_URL', 'PATH']`)
  platform = await givenPlatform({ functionsDir: folder, functions: { timeoutMs: 1000 } })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (name: string, method = 'POST') =>
  call(platform, `/functions/v1/${name}`, {
    ...{ method, key: platform.keys.publishable },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })

it('gives up one that does not load in its time', async () => {
  expect(await ask('stuck')).toMatchObject({ status: 504, body: { code: 'IDLE_TIMEOUT' } })
})

it('loads one again that could not be loaded', async () => {
  expect(await ask('flaky')).toMatchObject({ status: 503, body: { code: 'BOOT_ERROR' } })
  expect(await ask('flaky')).toMatchObject({ status: 200, body: { text: 'loaded' } })
})

it('runs a function with the request as it came, and answers with its response', async () => {
  const { data, error, response } = await visitorClient(platform).functions.invoke('hello', {
    body: { a: 1 },
  })
  expect(error).toBeNull()
  expect(data).toEqual({ method: 'POST', path: '/hello', body: { a: 1 } })
  expect(response?.status).toBe(201)
  expect(response?.headers.get('x-from')).toBe('function')
  expect(response?.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

it('answers with a body that comes in pieces, and with none', async () => {
  expect(await ask('streams')).toMatchObject({ status: 200, body: { text: 'one two' } })
  expect((await ask('empty')).status).toBe(204)
})

it('offers the variables of the project in Deno, to functions alone', async () => {
  const { data } = await visitorClient(platform).functions.invoke('variables')
  expect(data).toEqual([platform.url, null])
  expect(Reflect.get(globalThis, 'Deno')).toBeUndefined()
})

it('lets nobody in without a key or token, or with a forged one', async () => {
  const init = { method: 'POST', body: '{}' }
  expect(await call(platform, '/functions/v1/hello', init)).toMatchObject({ status: 401 })
  expect(await call(platform, '/functions/v1/hello', { ...init, token: 'a.b.c' })).toMatchObject({
    status: 401,
  })
})

it.each([
  ['broken', 503, 'BOOT_ERROR', 'has to export default'],
  ['throws', 500, 'WORKER_ERROR', 'no lead of aliya'],
  ['nothing', 500, 'WORKER_ERROR', 'did not answer with a Response'],
])('says that a function failed (%s), and why in the log alone', async (name, status, code, why) => {
  const refused = await ask(name)
  expect(refused).toMatchObject({ status, body: { code, message: expect.not.stringContaining(why) } })
  expect(refused.headers.get('x-relay-error')).toBe('true')
  expect(platform.logs.some((line) => line.includes(why))).toBe(true)
})

it('ends a call that takes too long with 504, and tells the function', async () => {
  expect(await ask('late')).toMatchObject({ status: 504, body: { code: 'IDLE_TIMEOUT' } })
  expect(await ask('late', 'GET')).toMatchObject({ status: 200, body: { text: 'TimeoutError' } })
})

it('tells a function that its caller is gone', async () => {
  const caller = new AbortController()
  const headers = { apikey: platform.keys.publishable }
  const asking = fetch(`${platform.url}/functions/v1/late`, {
    method: 'POST',
    headers,
    signal: caller.signal,
  })
  setTimeout(() => caller.abort(), 200)
  await expect(asking).rejects.toThrow()
  await expect.poll(async () => (await ask('late', 'GET')).body).toEqual({ text: 'AbortError' })
})

it('knows no function by another name', async () => {
  for (const name of ['absent', '_shared', '..%2fhello', '%2e%2e']) {
    expect(await ask(name)).toMatchObject({ status: 404 })
  }
})

it('takes no token whose session has ended', async () => {
  const { client } = await signedInClient(platform, 'asel@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const ask = () => call(platform, '/functions/v1/hello', { method: 'POST', token, body: '{}' })
  expect((await ask()).status).toBe(201)
  await client.auth.signOut({ scope: 'global' })
  expect(await ask()).toMatchObject({ status: 401, body: { message: 'Invalid JWT' } })
})
