import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FunctionSettings } from '../src/settings.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../testing/given-platform.ts'

const files: Record<string, string> = {
  'deno.json': JSON.stringify({ imports: { greet: 'npm:greet@^1', '@/': './_shared/' } }),
  '.env': 'OWN_WORD=open sesame\nSUPABASE_URL=http://elsewhere.test\n',
  '_shared/word.ts': 'export const word: string = "shared"',
  '../node_modules/greet/package.json':
    '{"name":"greet","type":"module","exports":{".":"./g.js","./sub":"./g.js"}}',
  '../node_modules/greet/g.js': 'export const greet = "hello from a package"',
  'hello/index.ts': 'export default { fetch: () => Response.json({ pid: process.pid }) }',
  'acts/index.ts': `
    type Act = () => unknown
    const acts: Record<string, Act> = {
      loops: () => { console.warn('loops in ' + process.pid); for (;;); },
      fillsHeap: () => { const all: unknown[] = []; for (;;) all.push({ a: [1, 2, 3] }) },
      fillsMemory: async () => {
        const all: unknown[] = []
        for (;;) { all.push(new Uint8Array(8e6).fill(1)); await new Promise((on) => setTimeout(on)) }
      },
      worksOn: async () => { for (;;) { const end = Date.now() + 20; while (Date.now() < end); await new Promise((on) => setTimeout(on)) } },
      exits: () => process.exit(3),
      exitsAsDeno: () => Deno.exit(3),
      throwsText: () => { throw 'a string' },
      throwsLater: () => { setTimeout(() => { throw new Error('later') }); return new Promise(() => {}) },
      rejects: () => { void Promise.reject(new Error('nobody looks')); return new Promise(() => {}) },
      answersNothing: () => undefined,
      kills: () => process.kill(process.ppid, 'SIGTERM'),
    }
    export default { fetch: async (request: Request) => {
      const act = acts[new URL(request.url).searchParams.get('do') ?? '']
      return act ? await act() as Response : Response.json({ pid: process.pid, body: await request.text() })
    } }`,
  'curious/index.ts': `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    import { createRequire } from 'node:module'
    import { setPriority } from 'node:os'
    import { DatabaseSync } from 'node:sqlite'
    const require = createRequire(import.meta.url)
    const attached = (Database: typeof DatabaseSync) => new Database(':memory:').exec("attach '" + import.meta.dirname + "/left.db' as file; create table file.t (a)")
    const said = (act: () => unknown) => { try { act(); return 'done' } catch (error) { return (error as Error).message } }
    const refusal = (act: () => unknown) => { try { act(); return 'done' } catch (error) { return (error as { code: string }).code } }
    export default { fetch: () => Response.json({
      names: Object.keys(process.env).sort(),
      refusals: [
        refusal(() => readFileSync('/proc/' + process.ppid + '/environ')),
        refusal(() => readFileSync('/proc/self/environ')),
        refusal(() => readFileSync('/etc/hostname')),
        refusal(() => writeFileSync(new URL('left.txt', import.meta.url), '')),
        refusal(() => spawnSync('/bin/true')),
      ],
      doors: [
        said(() => attached(DatabaseSync)),
        said(() => attached(require('node:sqlite').DatabaseSync)),
        said(() => attached(process.getBuiltinModule('node:sqlite').DatabaseSync)),
        said(() => setPriority(process.ppid, 19)),
        said(() => require('os').setPriority(process.ppid, 19)),
        said(() => process._kill(process.ppid, 0)),
        said(() => require('v8').setFlagsFromString('--perf-basic-prof')),
      ],
    }) }`,
  'streams/index.ts': `
    let made = 0
    let cancelled = false
    let aborted = false
    const endless = () => new ReadableStream({
      pull: (controller) => { made += 65536; controller.enqueue(new Uint8Array(65536)) },
      cancel: () => { cancelled = true },
    })
    Deno.serve((request) => {
      const path = new URL(request.url).pathname
      if (path.endsWith('/echo')) return new Response(request.body)
      if (path.endsWith('/state')) return Response.json({ made, cancelled, aborted })
      request.signal.addEventListener('abort', () => { aborted = true })
      return new Response(endless(), { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['content-length', '7']] })
    })`,
  'imports/index.ts': `
    import { greet } from 'greet'
    import { greet as same } from 'npm:greet@1.2/sub'
    import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
    import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
    import { word } from '@/word.ts'
    import { word as direct } from '../_shared/word.ts'
    serve(async () => Response.json({
      same: greet === same, word, direct,
      own: Deno.env.get('OWN_WORD'), given: Deno.env.toObject().GIVEN, url: Deno.env.get('SUPABASE_URL'), has: Deno.env.has('ABSENT'),
      text: await Deno.readTextFile('./note.txt'),
      relative: Deno.readTextFileSync(new URL('note.txt', import.meta.url)),
      absent: await Deno.readTextFile('absent.txt').catch((error) => error instanceof Deno.errors.NotFound),
    }))`,
  'imports/note.txt': 'a note',
  'missing/index.ts': `import 'npm:not-there@2'\nexport default { fetch: () => new Response() }`,
  'remote/index.ts': `import 'https://example.com/mod.ts'\nexport default { fetch: () => new Response() }`,
  'onerror/index.ts': `Deno.serve({ onError: (error) => new Response(String(error), { status: 418 }) }, () => { throw 'tea' })`,
  'later/index.ts': `
    let release = () => {}
    let isDone = false
    Deno.serve((request) => {
      if (request.method === 'POST') EdgeRuntime.waitUntil(new Promise<void>((on) => { release = on }).then(() => { isDone = true }))
      if (request.method === 'PUT') release()
      return Response.json({ isDone })
    })`,
  'lingers/index.ts': `
    const wait = (ms: number) => new Promise((on) => setTimeout(on, ms))
    const acts: Record<string, () => unknown> = {
      chains: () => setInterval(() => EdgeRuntime.waitUntil(wait(50)), 20),
      never: () => EdgeRuntime.waitUntil(new Promise(() => {})),
      heats: () => setInterval(() => { const end = Date.now() + 20; while (Date.now() < end); }, 21),
    }
    export default { fetch: (request: Request) => {
      acts[new URL(request.url).searchParams.get('do') ?? '']?.()
      return Response.json({ pid: process.pid })
    } }`,
  'changes/index.ts': 'export default { fetch: () => new Response("before") }',
}

const names = [...new Set(Object.keys(files).flatMap((path) => path.match(/^([a-z]+)\/index/)?.[1] ?? []))]
const shared: Partial<FunctionSettings> = { environment: { GIVEN: 'given' }, cpuMs: 500, memoryMb: 128 }

let database: SharedDatabase
let platform: TestPlatform
let folder: string

beforeAll(async () => {
  const project = await mkdtemp(join(tmpdir(), 'functions-test-'))
  folder = join(project, 'functions')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const config = names.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('')
  await writeFile(join(project, 'config.toml'), config)
  database = await givenSharedDatabase()
  platform = await open({})
})
afterAll(async () => {
  await platform.close()
  await database.drop()
  await rm(dirname(folder), { recursive: true, force: true })
})

const open = (functions: Partial<FunctionSettings>) =>
  database.open({ functionsDir: folder, functions: { ...shared, ...functions } })

async function ask(path: string, init: RequestInit = {}, at = platform) {
  const response = await fetch(`${at.url}/functions/v1/${path}`, init)
  const text = await response.text()
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    headers: response.headers,
  }
}

/** A call whose body ends when the test says so, and which is answered then. */
function held(path: string, at = platform) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode('held'))
  const answer = ask(path, { method: 'POST', body: readable, duplex: 'half' } as RequestInit, at)
  return { answer, end: () => writer.close() }
}

/** The processes that were told to stand still, and said so. */
const standingPids = () =>
  platform.logs
    .map((line) => /loops in (\d+)/.exec(line)?.[1])
    .filter(Boolean)
    .map(Number)

describe('a function that', () => {
  it.each([
    ['loops without end', 'loops', 546, 'WORKER_LIMIT'],
    ['works without end, a little at a time', 'worksOn', 546, 'WORKER_LIMIT'],
    ['fills its heap', 'fillsHeap', 546, 'WORKER_LIMIT'],
    ['fills memory besides its heap', 'fillsMemory', 546, 'WORKER_LIMIT'],
    ['ends the process', 'exits', 500, 'WORKER_ERROR'],
    ['ends the process by Deno’s name', 'exitsAsDeno', 500, 'WORKER_ERROR'],
    ['throws a string', 'throwsText', 500, 'WORKER_ERROR'],
    ['throws where nobody can catch it', 'throwsLater', 500, 'WORKER_ERROR'],
    ['forgets a promise that rejects', 'rejects', 500, 'WORKER_ERROR'],
    ['answers with no Response', 'answersNothing', 500, 'WORKER_ERROR'],
    ['reaches for the server', 'kills', 500, 'WORKER_ERROR'],
  ])('%s is refused as upstream does, and no other call notices', async (_, act, status, code) => {
    const [bad, other] = await Promise.all([ask(`acts?do=${act}`), ask('hello')])
    expect(bad).toMatchObject({ status, body: { code } })
    expect(bad.headers.get('x-relay-error')).toBe('true')
    expect(other.status).toBe(200)
    expect((await ask('acts')).status).toBe(200)
  })

  it.each(['exits', 'throwsText', 'throwsLater', 'rejects'])(
    'goes wrong (%s) leaves the calls that share its process alone',
    async (act) => {
      const other = held('acts')
      expect((await ask(`acts?do=${act}`)).status).toBe(500)
      await other.end()
      expect(await other.answer).toMatchObject({ status: 200, body: { body: 'held' } })
    },
  )

  it('stands still gets no new call, and is replaced', async () => {
    const before = standingPids().length
    const bad = ask('acts?do=loops')
    // Whatever reaches the process together with the call that stops it is begun with, and lost with it.
    await expect.poll(() => standingPids().length, { interval: 10 }).toBe(before + 1)
    const stopped = standingPids().at(-1)
    const next = await ask('acts')
    expect(next.status).toBe(200)
    expect(next.body.pid).not.toBe(stopped)
    expect((await bad).status).toBe(546)
    expect((await ask('acts')).body.pid).not.toBe(stopped)
  })

  it('could not be loaded says why in the log alone', async () => {
    for (const [name, why] of [
      ['missing', 'npm:not-there@2 is not installed here: npm install not-there'],
      ['remote', 'https://example.com/mod.ts is not fetched here'],
    ] as const) {
      const { status, body } = await ask(name)
      expect([status, body]).toEqual([
        503,
        { code: 'BOOT_ERROR', message: 'Worker failed to boot (please check logs)' },
      ])
      expect(platform.logs.some((line) => line.includes(why))).toBe(true)
    }
  })

  it('handles its own errors answers for them', async () => {
    expect(await ask('onerror')).toMatchObject({ status: 418, body: 'tea' })
  })
})

it('shows functions the variables that are theirs, and nothing of the server', async () => {
  const { body } = await ask('curious')
  const projectUrl = process.env.TEST_DATABASE === 'postgres' ? ['SUPABASE_DB_URL'] : []
  expect(body.names).toEqual(
    [
      ...[
        'GIVEN',
        'OWN_WORD',
        'TZ',
        'SUPABASE_ANON_KEY',
        'SUPABASE_PUBLISHABLE_KEYS',
        'SUPABASE_SECRET_KEYS',
      ],
      ...['SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_URL', ...projectUrl],
    ].sort(),
  )
  expect(new Set(body.refusals)).toEqual(new Set(['ERR_ACCESS_DENIED']))
  const [file, reach] = [
    'A function cannot open a database file.',
    'A function cannot reach other processes.',
  ]
  expect(body.doors).toEqual([
    ...[file, file, file, reach, reach, reach],
    'A function cannot set flags of the engine.',
  ])
})

it('imports what is installed and shared, and reads files and variables as upstream’s examples do', async () => {
  expect((await ask('imports')).body).toEqual({
    ...{ same: true, word: 'shared', direct: 'shared', own: 'open sesame', given: 'given' },
    ...{ url: platform.url, has: false, text: 'a note', relative: 'a note', absent: true },
  })
})

it('streams both ways at once', async () => {
  const call = openRequest(`${platform.url}/functions/v1/streams/echo`, { method: 'POST' })
  const chunks: string[] = []
  const ended = new Promise<void>((done) => {
    call.on('response', (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk))
      response.on('end', done)
    })
  })
  call.write('one')
  await expect.poll(() => chunks.join('')).toBe('one')
  call.end('two')
  await ended
  expect(chunks.join('')).toBe('onetwo')
})

it('makes no more of an answer than is read, and tells when its reader is gone', async () => {
  const call = openRequest(`${platform.url}/functions/v1/streams`)
  call.on('error', () => {})
  const response = await new Promise<import('node:http').IncomingMessage>((on) =>
    call.on('response', on).end(),
  )
  expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect(response.headers['content-length']).toBeUndefined()
  const state = async () => (await ask('streams/state')).body
  let before = -1
  await expect
    .poll(async () => {
      const { made } = await state()
      const isStill = made === before
      before = made
      return isStill
    })
    .toBe(true)
  expect(before).toBeLessThan(16 * 1024 * 1024)
  call.destroy()
  await expect.poll(state).toMatchObject({ cancelled: true, aborted: true })
})

it('takes as many headers as the server does', async () => {
  const headers = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-${at}`, 'ü']))
  expect((await ask('hello', { headers })).status).toBe(200)
})

it('lets calls wait while there is no process for them, but not without end', async () => {
  const tight = await open({ maxWorkers: 1, callsPerWorker: 1, maxWaiting: 1, waitMs: 60_000 })
  const first = held('acts', tight)
  await expect.poll(() => isRefusedAtOnce(tight)).toBe(true)
  await first.end()
  expect((await first.answer).status).toBe(200)
  // One process is enough for any number of functions that are not called at once.
  for (const name of ['hello', 'acts', 'hello']) expect((await ask(name, {}, tight)).status).toBe(200)
  await tight.close()

  async function isRefusedAtOnce(at: TestPlatform) {
    const waiting = [held('acts', at), held('acts', at)]
    const refused = await Promise.race(waiting.map(({ answer }) => answer))
    for (const { end } of waiting) void end().catch(() => {})
    return refused.status === 503 && refused.headers.has('retry-after')
  }
})

it('ends a call that takes too long, and a process that nobody calls', async () => {
  const brief = await open({ wallMs: 4_000, idleMs: 200 })
  const stuck = held('acts', brief)
  expect(await stuck.answer).toMatchObject({ status: 546, body: { code: 'WORKER_LIMIT' } })
  const { pid } = (await ask('hello', {}, brief)).body
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect((await ask('hello', {}, brief)).body.pid).not.toBe(pid)
  await brief.close()
})

it('keeps a process while something goes on after its answer', async () => {
  const brief = await open({ idleMs: 200 })
  await ask('later', { method: 'POST' }, brief)
  const { pid } = (await ask('hello', {}, brief)).body
  await expect.poll(() => isRunning(pid)).toBe(false)
  await ask('later', { method: 'PUT' }, brief)
  expect((await ask('later', {}, brief)).body).toEqual({ isDone: true })
  expect(await ask('later', { method: 'HEAD' }, brief)).toMatchObject({ status: 200, body: '' })
  await brief.close()
})

describe('what goes on after answers', () => {
  const endless = { idleMs: 600_000, wallMs: 600_000 }
  it.each([
    ['ends when it takes as long as a call may', 'chains', { idleMs: 200, wallMs: 4_000 }],
    ['ends when it takes as much of the processor as a call may', 'heats', endless],
  ])('%s', async (_, act, limits) => {
    const brief = await open(limits)
    const { pid } = (await ask(`lingers?do=${act}`, {}, brief)).body
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect((await ask('lingers', {}, brief)).body.pid).not.toBe(pid)
    await brief.close()
  })

  it('ends so while others call, too', async () => {
    const brief = await open({ wallMs: 4_000 })
    const { pid } = (await ask('lingers?do=never', {}, brief)).body
    await expect.poll(async () => (await ask('lingers', {}, brief)).body.pid).not.toBe(pid)
    await expect.poll(() => isRunning(pid)).toBe(false)
    await brief.close()
  })

  it('takes the place of another function no longer than that', async () => {
    const brief = await open({ maxWorkers: 1, idleMs: 200, wallMs: 4_000, waitMs: 60_000 })
    await ask('lingers?do=chains', {}, brief)
    expect((await ask('hello', {}, brief)).status).toBe(200)
    await brief.close()
  })
})

it('takes up code that has changed in development', async () => {
  const fresh = await open({ reload: true })
  expect((await ask('changes', {}, fresh)).body).toBe('before')
  await writeFile(join(folder, 'changes/index.ts'), 'export default { fetch: () => new Response("after") }')
  await expect.poll(async () => (await ask('changes', {}, fresh)).body).toBe('after')
  const { pid } = (await ask('hello', {}, fresh)).body
  await fresh.close()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
