import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { entryScripts, firstFonts, type Manifest } from './manifest.ts'

/** What a visitor's phone may fetch before React answers, in KiB. Counts, never times: these are the same on every machine. */
const budget = { script: 100, all: 160 }

const dist = path.resolve(import.meta.dirname, '../dist')
const read = (file: string) => readFile(path.join(dist, file))
const manifest = JSON.parse((await read('.vite/manifest.json')).toString('utf8')) as Manifest
const page = (await read('index.html')).toString('utf8')

const scripts = await Promise.all(entryScripts(manifest).map(weigh))
const rest = await Promise.all(
  ['index.html', ...firstFonts(page), ...pictures(page), 'favicon.png'].map(weigh),
)
const files = [...scripts, ...rest]
const spent = { script: kibOf(scripts), all: kibOf(files) }

for (const { file, bytes } of files) console.warn(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${file}`)
for (const name of ['script', 'all'] as const) {
  console.warn(`${spent[name].toFixed(1).padStart(7)} of ${budget[name]} KiB  ${name}`)
  if (spent[name] > budget[name]) process.exitCode = 1
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
