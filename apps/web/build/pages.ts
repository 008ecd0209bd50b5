import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { configMarker, configScript } from './config-script.ts'
import { firstStyles, splitUtilities } from './first-styles.ts'

/**
 * One page as the prerender entry hands it over. `early` is what stands behind its body and runs the script, `route` the source of the
 * script that will draw it. One that greets a visitor before the script is there has `knownRoutes`, the sources of what it is drawn by for
 * whoever is known, by what `visitor.ts` knows them by: a template for each holds the announcement.
 */
export type RenderedPage = {
  file: string
  head: string
  early?: string
  body: string
  route?: string
  knownRoutes?: Record<string, string>
}

const shell = '<template id="shell"></template>'

type Build = {
  dist: string
  template: string
  /** The stylesheet, of which every page carries what it is drawn by: a request for it would hold the first paint up. */
  css: string
  /** The script that every page carries in itself. */
  everywhere: string
  /** The one that stands above a body with an `early` behind it. */
  arrival: string
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
  arrival,
  preloads,
  scriptsOf,
  pages,
}: Build): Promise<void> {
  const fonts = preloads
    .map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`)
    .join('\n    ')
  // The server replaces the token with its own configuration when it starts.
  const configured = fill(template, configMarker, configScript('%APP_CONFIG%'))
  const withScript = (script: string) =>
    fill(configured, '</head>', `  <script>${script}</script>\n  </head>`)
  for (const page of pages) {
    const { file, head, early, body: drawn, route, knownRoutes } = page
    const scripts = route ? scriptsOf(route) : []
    const heading = [head, fonts, ...scripts.map(announcement)].join('\n    ')
    const known = Object.entries(knownRoutes ?? {}).map(([by, source]) => {
      const further = scriptsOf(source).filter((src) => !scripts.includes(src))
      return `<template id="known-${by}">${further.map(announcement).join('')}</template>`
    })
    const body = knownRoutes ? fill(drawn, shell, shell + known.join('')) : drawn
    const scripted = withScript(early ? everywhere + arrival : everywhere)
    const headed = fill(scripted, '<!--page-head-->', heading)
    const html = fill(fill(headed, '<!--page-early-->', early ?? ''), '<!--page-body-->', body)
    await writeFile(path.join(dist, file), await inPlace(html, css, page))
  }
}

/** The page with its styles in it, and its script where it is to come. */
async function inPlace(html: string, css: string, { early, knownRoutes }: RenderedPage): Promise<string> {
  if (early) return withRest(await firstInPlace(html, css))
  if (knownRoutes) return await firstInPlace(withLateScript(html), css)
  return allInPlace(html, css)
}

function announcement(src: string): string {
  return `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${src}" />`
}

const rest = '<template id="rest">'

/**
 * Where `early.ts` answers the first presses, it is `early.ts` that fetches and runs the script, after all that is drawn: of what a page
 * needs it is the longest and the last to be needed, and so are the rest of the styles. A network that they share with the fonts brings those later.
 */
function withRest(html: string): string {
  const [tag, src] = /<script type="module"[^>]* src="\/([^"]*)"><\/script>/.exec(html) ?? []
  const [styles] = stylesheet.exec(html) ?? []
  if (!tag || !src || !styles) throw new Error('The page has lost its script or its styles')
  return fill(html.replace(tag, '').replace(styles, ''), rest, rest + announcement(src) + styles)
}

/** What the script would hold up is drawn first: a network that it shares with the fonts brings those later. */
function withLateScript(html: string): string {
  return fill(html, '<script type="module"', '<script type="module" fetchpriority="low"')
}

const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]*)"(?: \/)?>/

/**
 * The page with the stylesheet in it, and a link to it that fetches nothing: a later script asks for the stylesheets of what it loads
 * unless the page has them, waits for them, and the page would be styled by what it has already.
 */
function allInPlace(html: string, css: string): string {
  return fillStyles(html, css, 'disabled')
}

/**
 * The page with those of the utilities in it that it needs before the script, and all the other rules: so it is not much more than a
 * server sends before it is answered, and a slow phone reads half. All utilities come by a link that nothing waits for, and `all-styles.ts` lets them hold before
 * the script draws.
 */
async function firstInPlace(html: string, css: string): Promise<string> {
  const { before, utilities, after } = splitUtilities(css)
  const first = `${before}@layer utilities{${await firstStyles(utilities, html)}}${after}`
  return fillStyles(html, first, 'media="not all" fetchpriority="low"')
}

function fillStyles(html: string, css: string, link: string): string {
  const href = stylesheet.exec(html)?.[1]
  return fill(html, stylesheet, `<style>${css}</style><link rel="stylesheet" ${link} href="${href}" />`)
}

function fill(template: string, marker: string | RegExp, text: string): string {
  if (template.search(marker) < 0) throw new Error(`The page template has lost its ${marker}`)
  return template.replace(marker, () => text)
}
