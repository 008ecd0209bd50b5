import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { fontPreloads, type Manifest } from './manifest.ts'
import { type RenderedPage, writePages } from './pages.ts'
import { tokenConfig } from './token-config.ts'

/**
 * Builds the web app into `dist`: the hashed assets, one HTML file per prerendered page (`/about` is
 * `about.html`), and `app.html`, the empty shell of every other route.
 */
const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
// Inside the package, so that whatever the bundle leaves external still resolves.
const scratch = path.join(dist, '.prerender')

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/entry-prerender.tsx', outDir: scratch, manifest: false, copyPublicDir: false },
})
const entry = pathToFileURL(path.join(scratch, 'entry-prerender.js')).href
const { renderPages } = (await import(entry)) as {
  renderPages: (config: typeof tokenConfig) => RenderedPage[]
}
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
const template = await readFile(path.join(dist, 'index.html'), 'utf8')
await writePages({ dist, template, preloads: fontPreloads(manifest), pages: renderPages(tokenConfig) })
await rm(scratch, { recursive: true })
