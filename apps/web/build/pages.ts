import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { configMarker, configScript } from './config-script.ts'

/** One page as the prerender entry hands it over. `body` is null for the shell. */
export type RenderedPage = { file: string; head: string; body: string }

type Build = { dist: string; template: string; preloads: string[]; pages: RenderedPage[] }

/** Writes every page from the built template, with its own head and body. */
export async function writePages({ dist, template, preloads, pages }: Build): Promise<void> {
  const fonts = preloads
    .map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`)
    .join('\n    ')
  // The server replaces the token with its own configuration when it starts.
  const shared = fill(template, configMarker, configScript('%APP_CONFIG%'))
  for (const { file, head, body } of pages) {
    const html = fill(fill(shared, '<!--page-head-->', `${head}\n    ${fonts}`), '<!--page-body-->', body)
    await writeFile(path.join(dist, file), html)
  }
}

function fill(template: string, marker: string, text: string): string {
  if (!template.includes(marker)) throw new Error(`The page template has lost its ${marker}`)
  return template.replace(marker, () => text)
}
