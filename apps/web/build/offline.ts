import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brand } from '@app/content/ru/brand'
import { serverBases } from '@app/contracts/server-bases'
import { inlineScript } from './inline-script.ts'
import { firstFonts, type Manifest, scriptsOf } from './manifest.ts'

/** What comes after the first screen and is needed up to the result. */
const quizParts = ['_header-session', '_all-later-steps', 'src/lib/location/time-zones.ts', '_home-result']

/** Writes `sw.js`, which keeps the quiz for when there is no network, and the manifest that makes the site installable. */
export async function writeOffline(root: string, dist: string, manifest: Manifest): Promise<void> {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8')
  const pictures = [...page.matchAll(/<(?:img|source)[^>]* src(?:set)?="\/([^"]+)"/gi)].map(
    ([, file = '']) => file,
  )
  const scripts = scriptsOf(manifest, quizParts)
  const files = [...scripts, ...firstFonts(page), ...pictures, 'favicon.png'].map((file) => `/${file}`)
  const worker = await inlineScript(path.join(root, 'src/service-worker.ts'))
  const version = createHash('sha256')
    .update(page)
    .update(files.join())
    .update(serverBases.join())
    .update(worker)
    .digest('hex')
    .slice(0, 12)
  const lists = `files=${JSON.stringify([...new Set(files)])},bases=${JSON.stringify(serverBases)}`
  const facts = `const ${lists},version="${version}";`
  await writeFile(path.join(dist, 'sw.js'), facts + worker)
  await writeFile(path.join(dist, 'manifest.webmanifest'), JSON.stringify(webManifest))
}

const webManifest = {
  name: `${brand.title}. ${brand.tagline}`,
  short_name: brand.title,
  description: brand.description,
  lang: 'ru',
  start_url: '/',
  display: 'standalone',
  background_color: '#fbf8f1',
  theme_color: '#fbf8f1',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
