import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { configMarker, configScript } from './config-script.ts'

/**
 * One page as the prerender entry hands it over. `early` is what stands before its body, `route` the source of the
 * script that will draw it.
 */
export type RenderedPage = { file: string; head: string; early: string; body: string; route?: string }

type Build = {
  dist: string
  template: string
  /** The stylesheet, which every page carries: a request for it would hold the first paint up. */
  css: string
  /** The script that every page carries in itself. */
  everywhere: string
  preloads: string[]
  /** The scripts that a route needs before it is drawn, besides the page's own. */
  scriptsOf: (route: string) => string[]
  pages: RenderedPage[]
}

/** Writes every page from the built template, with its own head and body. */
export async function writePages({
  dist,
  template,
  css,
  everywhere,
  preloads,
  scriptsOf,
  pages,
}: Build): Promise<void> {
  const fonts = preloads
    .map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`)
    .join('\n    ')
  // The server replaces the token with its own configuration when it starts.
  const configured = fill(template, configMarker, configScript('%APP_CONFIG%'))
  const styled = fill(configured, /<link rel="stylesheet"[^>]*>/, `<style>${css}</style>`)
  const shared = fill(styled, '</head>', `  <script>${everywhere}</script>\n  </head>`)
  for (const { file, head, early, body, route } of pages) {
    const scripts = route
      ? scriptsOf(route).map(
          (src) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${src}" />`,
        )
      : []
    const heading = [head, fonts, ...scripts].join('\n    ')
    const headed = fill(early ? withoutScript(shared) : shared, '<!--page-head-->', heading)
    const html = fill(fill(headed, '<!--page-early-->', early), '<!--page-body-->', body)
    await writeFile(path.join(dist, file), html)
  }
}

/** Where `early.ts` answers the first presses, the script is fetched with the page, and it is `early.ts` that runs it. */
function withoutScript(html: string): string {
  const tag = /<script type="module"[^>]* src="([^"]*)"><\/script>/
  return fill(html, tag, `<link rel="modulepreload" crossorigin href="${tag.exec(html)?.[1]}" />`)
}

function fill(template: string, marker: string | RegExp, text: string): string {
  if (template.search(marker) < 0) throw new Error(`The page template has lost its ${marker}`)
  return template.replace(marker, () => text)
}
