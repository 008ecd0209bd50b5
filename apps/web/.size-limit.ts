import { readFileSync } from 'node:fs'
import { entryScripts, firstFonts, type Manifest, scriptsOf } from './build/manifest.ts'

const read = (file: string) => readFileSync(new URL(`dist/${file}`, import.meta.url), 'utf8')
const page = read('index.html')
const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest
const scripts = entryScripts(manifest)
/** The drawing of the first screen; of its two versions a phone fetches the one in `src`. */
const pictures = [...page.matchAll(/<img[^>]* src="\/([^"]+)"/g)].map(([, file = '']) => file)
const all = [...scripts, 'index.html', ...firstFonts(page), ...pictures, 'favicon.png']
const preloadedScripts = scriptsOf(manifest, ['_header-session', '_all-later-steps', '_home-result'])

/** The byte budget until hydration and until the result. Sizes are the same on all machines. */
export default [
  { name: 'script', path: inDist(scripts), limit: '100 KiB' },
  { name: 'all', path: inDist(all), limit: '160 KiB' },
  { name: 'quiz', path: inDist([...new Set([...all, ...preloadedScripts])]), limit: '228 KiB' },
]

function inDist(files: readonly string[]): string[] {
  return files.map((file) => `dist/${file}`)
}
