/**
 * How soon does the first question answer, and each step after it, beside the least React that can run the same 25 steps, and beside
 * that React where each step waits, is kept, goes into the history, names the tab and takes the focus, as each of ours does?
 *
 * They are walked in turns by a robot in Chromium, on a CPU slowed four times and a mobile network; the table holds medians,
 * over the steps of all rounds where a row speaks of steps. Compare its columns with each other, never with another day's.
 *
 *   npm run bench:web                 five rounds
 *   npm run bench:web -- 1            one
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { freePort } from '@app/platform/testing/free-port'
import { findBrowser } from '@app/testing/browser/browser'
import { root, run } from '../../scripts/run.ts'
import { printTable } from './print-table.ts'
import { bareReader, ourReader } from './readers.ts'
import { conditions, type Walk, walk } from './walk.ts'

const rounds = Number(process.argv[2] ?? 5)
const { executablePath } = findBrowser()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-web-'))

const bare = await serveBareReact()
const ours = await startProduct()
const targets = [
  { name: 'bare React', url: bare.url, reader: bareReader, pauseMs: 0, walks: [] as Walk[] },
  {
    name: 'bare React, each step as ours',
    url: `${bare.url}?as-ours`,
    reader: bareReader,
    pauseMs: autoAdvanceMs,
    walks: [] as Walk[],
  },
  { name: 'ours', url: ours.url, reader: ourReader, pauseMs: autoAdvanceMs, walks: [] as Walk[] },
]
try {
  for (let round = 0; round < rounds; round++) {
    for (const target of round % 2 ? [...targets].reverse() : targets) {
      target.walks.push(await walk(executablePath, target))
      console.error(`round ${round + 1} of ${rounds}: ${target.name}, load ${loadavg()[0]?.toFixed(1)}`)
    }
  }
  const { cpuSlowdown, latencyMs, megabits } = conditions
  console.log(
    `CPU slowed ${cpuSlowdown} times, ${latencyMs} ms a request, ${megabits} Mbit/s; ${rounds} rounds in turns\n`,
  )
  printTable(targets)
} finally {
  await bare.close()
  await ours.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Builds the bare quiz and serves it compressed, as ours is. */
async function serveBareReact() {
  const outDir = path.join(folder, 'bare')
  const built = await run(
    'vite',
    ['build', 'apps/web/bench/bare-react', '--outDir', outDir, '--emptyOutDir'],
    {
      quiet: true,
    },
  )
  if (built.code !== 0) throw new Error(built.output)
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const files = new Map<string, { type: string; body: Buffer }>()
  for (const name of await readdir(outDir, { recursive: true })) {
    const type = types[path.extname(name)]
    if (!type) continue
    files.set(`/${name}`, {
      type,
      body: await promisify(brotliCompress)(await readFile(path.join(outDir, name))),
    })
  }
  const server = createServer(({ url = '/' }, response) => {
    const asked = url.replace(/\?.*/, '')
    const file = files.get(asked === '/' ? '/index.html' : asked)
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      'content-encoding': 'br',
    })
    response.end(file?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}

/** The product as `npm start` serves it, with a database of its own. */
async function startProduct() {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      SANDBOX: '1',
      PORT: String(port),
      SITE_URL: url.slice(0, -1),
      DATA_DIR: path.join(folder, 'data'),
      RATE_LIMIT_LEADS_PER_IP: '100000/60',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (let second = 0; second < 180; second++) {
    const ready = await fetch(`${url}api/ready`).catch(() => null)
    if (ready?.ok) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  await stop()
  throw new Error('the product did not start')
}
