import type { ClientConfig } from '@app/contracts/client-config'

/** The public services a visitor's place may be asked from; see the web app's location lookup. */
const locationServices = ['https://get.geojs.io', 'https://ipwho.is', 'https://ipapi.co']

/**
 * The origins besides its own that a page of this installation talks to; `panelUrls` are where its
 * test panel may switch to. Scripts come from its own only: the build brings along whatever
 * analytics needs.
 */
export function originsOf(config: ClientConfig, panelUrls: readonly string[] = []): { connectTo: string[] } {
  const analytics = config.posthogKey ? [new URL(config.posthogHost).origin] : []
  const addresses = [config.supabaseUrl, config.apiUrl, config.siteUrl, ...panelUrls]
  const own = addresses.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
  const location = config.environment === 'production' ? locationServices : []
  return { connectTo: [...new Set([...own, ...location, ...analytics])] }
}
