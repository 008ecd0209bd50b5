import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const module = new URL('./watch-for-standstill.ts', import.meta.url).href
const limitMs = 2_000

/** A process that is watched: how it ended and what it printed. */
async function runWatched(options: string, work: string): Promise<{ end: unknown; printed: string }> {
  const program = `
    import { watchForStandstill } from ${JSON.stringify(module)}
    const log = { fatal: (facts, message) => console.log(message) }
    let looks = 0
    watchForStandstill({ limitMs: ${limitMs}, log, ${options} })
    ${work}`
  const folder = mkdtempSync(join(tmpdir(), 'watchdog-'))
  writeFileSync(join(folder, 'program.mjs'), program)
  const child = spawn(process.execPath, [join(folder, 'program.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const [code, signal] = await once(child, 'close')
  return { end: signal ?? code, printed }
}

const stayOpen = 'setInterval(() => {}, 1000)'

test('an event loop that stands still ends the process, which says so', async () => {
  const options = 'ping: async () => {}, signsOfLife: null'
  const { end, printed } = await runWatched(options, 'setTimeout(() => { for (;;); }, 100)')

  expect(end).toBe('SIGKILL')
  expect(JSON.parse(printed)).toMatchObject({
    level: 'fatal',
    msg: 'the event loop stands still: the process ends',
  })
})

test('a database that neither answers nor lives ends the process, which says so', async () => {
  const options = 'ping: () => new Promise(() => {}), signsOfLife: () => 7'
  const { end, printed } = await runWatched(options, stayOpen)

  expect(end).toBe(1)
  expect(printed).toBe('the database stands still: the process ends\n')
})

test('a process at work, on a database that is at work, goes on', async () => {
  // The watch looks ten times in its limit.
  const options =
    'ping: () => new Promise(() => {}), signsOfLife: () => ++looks < 25 ? looks : process.exit(0)'

  expect(await runWatched(options, stayOpen)).toEqual({ end: 0, printed: '' })
})
