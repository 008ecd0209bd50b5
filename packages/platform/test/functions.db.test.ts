import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOpenFunctions } from '../src/functions/read-config.ts'
import { call, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

const hello = `export default {
  fetch: async (request) => Response.json(
    { method: request.method, path: new URL(request.url).pathname, body: await request.json() },
    { status: 201, headers: { 'x-from': 'function' } },
  ),
}`

const served = `Deno.serve({ onError: () => {} }, () => new Response(Deno.env.get('SUPABASE_URL')))`

let platform: TestPlatform
let folder: string

beforeAll(async () => {
  const project = await mkdtemp(join(tmpdir(), 'functions-test-'))
  folder = join(project, 'functions')
  await mkdir(folder)
  await writeFile(join(project, 'config.toml'), '[functions.open]\nverify_jwt = false\n')
  for (const [name, source] of Object.entries({
    hello,
    served,
    open: hello,
    broken: 'export default 1',
    _shared: hello,
  })) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'index.ts'), source)
  }
  platform = await givenPlatform({ functionsDir: folder })
})
afterAll(async () => {
  await platform.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

it('runs a function with the request as it came, and answers with its response', async () => {
  const { data, error, response } = await visitorClient(platform).functions.invoke('hello', {
    body: { a: 1 },
  })
  expect(error).toBeNull()
  expect(data).toEqual({ method: 'POST', path: '/hello', body: { a: 1 } })
  expect(response?.status).toBe(201)
  expect(response?.headers.get('x-from')).toBe('function')
})

it('offers what hosted functions find in Deno, to functions alone', async () => {
  const { data } = await visitorClient(platform).functions.invoke('served')
  expect(data).toBe(platform.url)
  expect(Reflect.get(globalThis, 'Deno')).toBeUndefined()
})

it('lets nobody in without a key or token, or with a forged one', async () => {
  const init = { method: 'POST', body: '{}' }
  expect(await call(platform, '/functions/v1/hello', init)).toMatchObject({ status: 401 })
  expect(await call(platform, '/functions/v1/hello', { ...init, token: 'a.b.c' })).toMatchObject({
    status: 401,
  })
})

it('says that a function failed or does not exist without saying more', async () => {
  const init = { method: 'POST', body: '{}', key: platform.keys.publishable }
  const broken = await call(platform, '/functions/v1/broken', init)
  expect(broken).toMatchObject({ status: 503, body: { code: 'BOOT_ERROR' } })
  for (const name of ['absent', '_shared', '..%2fhello', '%2e%2e']) {
    expect(await call(platform, `/functions/v1/${name}`, init)).toMatchObject({ status: 404 })
  }
})

it('lets everyone into a function that asks for no token, whatever they bear, and into no other', async () => {
  const invoke = (name: string, headers: Record<string, string> = {}) =>
    call(platform, `/functions/v1/${name}`, { method: 'POST', body: '{}', headers })
  expect((await invoke('open')).status).toBe(201)
  expect((await invoke('open', { authorization: 'Bearer of.some.webhook' })).status).toBe(201)
  expect((await invoke('hello')).status).toBe(401)
})

it('refuses to start with a configuration that could be read in two ways', async () => {
  const project = await mkdtemp(join(tmpdir(), 'functions-test-'))
  await mkdir(join(project, 'functions'))
  for (const text of ['[functions.open]\nverify_jwt = "no"\n', '[functions.open']) {
    await writeFile(join(project, 'config.toml'), text)
    await expect(listOpenFunctions(join(project, 'functions'))).rejects.toThrow()
  }
  await rm(project, { recursive: true, force: true })
})

it('takes no token whose session has ended', async () => {
  const { client } = await signedInClient(platform, 'asel@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const ask = () => call(platform, '/functions/v1/hello', { method: 'POST', token, body: '{}' })
  expect((await ask()).status).toBe(201)
  await client.auth.signOut({ scope: 'global' })
  expect(await ask()).toMatchObject({ status: 401, body: { message: 'Invalid JWT' } })
})
