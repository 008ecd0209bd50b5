import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { compressFiles } from './compress-files.ts'
import { inlineScript } from './inline-script.ts'
import { type Manifest, requireGuardedChunksApart } from './manifest.ts'
import { writeOffline } from './offline.ts'
import { type pages, writePages } from './pages.ts'
import { tokenConfig } from './token-config.ts'

/**
 * Builds the web app into `dist`: the hashed assets, one HTML file per prerendered page (`/about`
 * is `about.html`), and `app.html`, which stands for every page that a browser draws.
 */
const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const scratch = path.join(dist, '.prerender')

/** The size limit of the inline script in each page's head. */
const maxBootBytes = 1024

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/entry-prerender.tsx', outDir: scratch, manifest: false, copyPublicDir: false },
})
const { renderPages } = (await import(pathToFileURL(path.join(scratch, 'entry-prerender.js')).href)) as {
  renderPages: (config: typeof tokenConfig) => Promise<pages[]>
}
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
requireGuardedChunksApart(manifest)
const boot = `{${await inlineScript(path.join(root, 'src/boot.inline.ts'))}}`
if (boot.length > maxBootBytes) throw new Error(`boot.inline.ts has grown to ${boot.length} bytes`)
await writePages({ dist, manifest, boot, pages: await renderPages(tokenConfig) })
await writeOffline(root, dist, manifest)
await rm(scratch, { recursive: true })
await compressFiles(dist)
