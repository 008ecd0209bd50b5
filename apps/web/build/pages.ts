import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { configMarker, configScript } from './config-script.ts'
import { entryScripts, firstFonts, type Manifest, scriptsOf } from './manifest.ts'
import { forOldBrowsers } from './old-styles.ts'

/** A prerendered page. `part` is the source of its own script. */
export type pages = { file: string; head: string; body: string; part: string | undefined }

type Build = { dist: string; manifest: Manifest; boot: string; pages: pages[] }

/** Writes every page from the built template, with its own head and body, and the script and the stylesheet that all carry in themselves. */
export async function writePages({ dist, manifest, boot, pages }: Build): Promise<void> {
  const template = await readFile(path.join(dist, 'index.html'), 'utf8')
  const [link, styles] = stylesheet.exec(template) ?? []
  if (!link || !styles) throw new Error('The page template has lost its stylesheet')
  const css = forOldBrowsers(await readFile(path.join(dist, styles), 'utf8'))
  const fonts = firstFonts(css).map((file) => preload(`as="font" type="font/woff2"`, file))
  // The server replaces the token with its own configuration when it starts.
  const shared = fill(
    fill(fill(template, link, `<style>${css}</style>`), configMarker, configScript('%APP_CONFIG%')),
    '<script type="module"',
    // Fonts precede the script, because a script would delay them.
    `<script>${boot}</script>\n    <script type="module" async fetchpriority="low"`,
  )
  for (const { file, head, body, part } of pages) {
    const own = entryScripts(manifest)
    const scripts = part ? scriptsOf(manifest, [part]).filter((each) => !own.includes(each)) : []
    // React puts what belongs into the head before what it has rendered.
    const [hoisted = ''] = /^(?:<(?:link|meta)[^>]*>)*/.exec(body) ?? []
    const heading = [head, hoisted, ...fonts, ...scripts.map(modulePreload)].filter(Boolean).join('\n    ')
    const headed = fill(shared, '<!--page-head-->', heading)
    await writeFile(path.join(dist, file), fill(headed, '<!--page-body-->', body.slice(hoisted.length)))
  }
  // Every page has its styles inline.
  await rm(path.join(dist, styles))
}

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]*)"(?: \/)?>/

function preload(what: string, file: string): string {
  return `<link rel="preload" ${what} crossorigin href="/${file}" />`
}

function modulePreload(file: string): string {
  return `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`
}

function fill(template: string, marker: string, text: string): string {
  if (!template.includes(marker)) throw new Error(`The page template has lost its ${marker}`)
  return template.replace(marker, () => text)
}
