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
  /** The fonts of the first screen. A page that is laid out before they are there is laid out again, and each face that stands in for one is looked for. */
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
  const styled = fill(configured, stylesheet, inPlace(css, stylesheet.exec(configured)?.[1] ?? ''))
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

/**
 * Where `early.ts` answers the first presses, it is `early.ts` that runs the script. It is fetched with the page, after all that is drawn:
 * of what a page needs it is the longest and the last to be needed, and a network that it shares with the fonts brings those half a second later.
 */
function withoutScript(html: string): string {
  const tag = /<script type="module"[^>]* src="([^"]*)"><\/script>/
  const src = tag.exec(html)?.[1]
  return fill(html, tag, `<link rel="modulepreload" fetchpriority="low" crossorigin href="${src}" />`)
}

const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]*)">/

/**
 * The stylesheet, and a link to it that fetches nothing: a later script asks for the stylesheets of what it loads unless the page has
 * them, waits for them, and the page would be styled anew by what it has already.
 */
function inPlace(css: string, href: string): string {
  return `<style>${css}</style><link rel="stylesheet" disabled href="${href}" />`
}

function fill(template: string, marker: string | RegExp, text: string): string {
  if (template.search(marker) < 0) throw new Error(`The page template has lost its ${marker}`)
  return template.replace(marker, () => text)
}
