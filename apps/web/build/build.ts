import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { compressFiles } from './compress-files.ts'
import { splitUtilities } from './first-styles.ts'
import { inlineScript } from './inline-script.ts'
import {
  entryScripts,
  entryStyles,
  firstFonts,
  keepGuardedApart,
  type Manifest,
  scriptsOf,
} from './manifest.ts'
import { writeOffline } from './offline.ts'
import { type RenderedPage, writePages } from './pages.ts'
import { tokenConfig } from './token-config.ts'

/**
 * Builds the web app into `dist`: the hashed assets, one HTML file per prerendered page (`/about` is
 * `about.html`), `profile.html`, and `app.html`, the shell of every other route.
 */
const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const scratch = path.join(dist, '.prerender')

/** What the first page may carry of script in itself. */
const earlyScriptBytes = 2048

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/entry-prerender.tsx', outDir: scratch, manifest: false, copyPublicDir: false },
})
const entry = path.join(scratch, 'entry-prerender.js')
const { renderPages } = (await import(pathToFileURL(entry).href)) as {
  renderPages: (
    config: typeof tokenConfig,
    inline: { early: string; visitor: string },
  ) => Promise<RenderedPage[]>
}
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
keepGuardedApart(manifest)
const template = await readFile(path.join(dist, 'index.html'), 'utf8')
const css = await readFile(path.join(dist, entryStyles(manifest)), 'utf8')
const pages = await renderPages(tokenConfig, {
  early: await earlyScript(),
  visitor: await scriptOf('visitor'),
})
const everywhere = `${await scriptOf('unheard')}${await scriptOf('no-eval')}`
const routeScripts = (route: string) => {
  const own = entryScripts(manifest)
  return scriptsOf(manifest, [route]).filter((file) => !own.includes(file))
}
const preloads = firstFonts(css).map((file) => `/${file}`)
await writePages({
  dist,
  template,
  css,
  everywhere,
  arrival: await scriptOf('arrival'),
  preloads,
  scriptsOf: routeScripts,
  pages,
})
// Its name tells of the whole stylesheet: where only the split changes, a browser that has it keeps what it has.
await writeFile(path.join(dist, entryStyles(manifest)), splitUtilities(css).utilities)
await writeOffline(root, dist, manifest)
await rm(scratch, { recursive: true })
await compressFiles(dist)

/** A source as it stands in a page: in a block of its own, because the page's other scripts share its global names. */
async function scriptOf(name: string): Promise<string> {
  return `{${await inlineScript(path.join(root, `src/${name}.ts`))}}`
}

async function earlyScript(): Promise<string> {
  const script = await scriptOf('early')
  if (script.length > earlyScriptBytes) throw new Error(`early.ts has grown to ${script.length} bytes`)
  return script
}
