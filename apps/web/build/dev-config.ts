import type { Plugin } from 'vite'
import { configMarker, configScript } from './config-script.ts'

/**
 * Stands in for the server while developing: puts the running server's client configuration into
 * the page. The built pages are filled in by the server itself.
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
        return html.replace(configMarker, () => configScript(json))
      },
    },
  }
}
