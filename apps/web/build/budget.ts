import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { entryScripts, entryStyles, firstFonts, type Manifest } from './manifest.ts'
import { weighVisits } from './weigh-visits.ts'

/**
 * What a visitor's phone fetches before the first question answers, and what telling of a visit adds after it; and the most it may
 * come to. Counts, never times: these are the same on every machine.
 */
const budget = { scriptKiB: 40, allKiB: 100, requests: 9, visitsBytes: 512 }

const dist = path.resolve(import.meta.dirname, '../dist')
const read = (file: string) => readFile(path.join(dist, file))
const manifest = JSON.parse((await read('.vite/manifest.json')).toString('utf8')) as Manifest
const page = (await read('index.html')).toString('utf8')

const scripts = await Promise.all(entryScripts(manifest).map(weigh))
const rest = await Promise.all(
  ['index.html', entryStyles(manifest), ...firstFonts(page), ...pictures(page), 'favicon.png'].map(weigh),
)
const files = [...scripts, ...rest]

const spent = {
  scriptKiB: kibOf(scripts),
  allKiB: kibOf(files),
  requests: files.length,
  visitsBytes: await weighVisits(await ordinaryScripts()),
}
for (const { file, bytes } of files) console.warn(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${file}`)
for (const name of ['scriptKiB', 'allKiB', 'requests', 'visitsBytes'] as const) {
  console.warn(`${spent[name].toFixed(1).padStart(7)} of ${budget[name]}  ${name}`)
  if (spent[name] > budget[name]) process.exitCode = 1
}

/** Scripts of our own that are long enough to be like the quiz's. */
function ordinaryScripts(): Promise<string[]> {
  const sources = [
    'routes/profile/known-profile',
    'features/auth/session-menu',
    'features/panel/panel',
    'features/desk/desk',
  ]
  return Promise.all(
    sources.map(async (source) => {
      const script = manifest[`src/${source}.tsx`]
      if (!script) throw new Error(`${source} has no script`)
      return (await read(script.file)).toString('utf8')
    }),
  )
}

type Weighed = { file: string; bytes: number }

/** As the server sends it: text compressed, fonts as they are. */
async function weigh(file: string): Promise<Weighed> {
  const content = await read(file)
  const bytes = file.endsWith('.woff2') ? content.length : (await promisify(brotliCompress)(content)).length
  return { file, bytes }
}

/** The drawing of the first screen; of its two versions a phone fetches the one in `src`. */
function pictures(html: string): string[] {
  return [...html.matchAll(/<img[^>]* src="\/([^"]+)"/g)].map(([, file = '']) => file)
}

function kibOf(weighed: readonly Weighed[]): number {
  return weighed.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
}
