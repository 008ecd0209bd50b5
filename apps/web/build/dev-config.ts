import type { Plugin } from 'vite'

/**
 * Stands in for the server's part of `index.html` while developing: puts the running server's client
 * configuration where `%APP_CONFIG%` is. The built pages are filled in by the server itself.
 */
export function devConfig(url: string): Plugin {
  return {
    name: 'dev-config',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const response = await fetch(url).catch(() => null)
        if (!response?.ok) throw new Error(`No client configuration at ${url}: start the server first`)
        const json = JSON.stringify(await response.json()).replaceAll('<', '\\u003c')
        return html.replace('%APP_CONFIG%', () => json)
      },
    },
  }
}
