/** The place where a page holds its configuration. */
export const configMarker = '<!--app-config-->'

/** The element that `src/lib/config.ts` reads. `json` must not hold a `<`. */
export function configScript(json: string): string {
  return `<script type="application/json" id="app-config">${json}</script>`
}
