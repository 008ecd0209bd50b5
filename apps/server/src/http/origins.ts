import type { ClientConfig } from '@app/contracts/client-config'

/** The public services a visitor's place may be asked from; see the web app's location lookup. */
const locationServices = ['https://get.geojs.io', 'https://ipwho.is', 'https://ipapi.co']

/** The origins besides its own that a page of this installation talks to. `panelUrls` are where its test panel may switch to. */
export function originsOf(
  config: ClientConfig,
  panelUrls: readonly string[] = [],
): { connectTo: string[]; scriptsFrom: string[] } {
  const analytics = config.posthogKey ? posthogOrigins(config.posthogHost) : []
  const addresses = [config.supabaseUrl, config.apiUrl, config.siteUrl, ...panelUrls]
  const own = addresses.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
  const location = config.environment === 'production' ? locationServices : []
  return { connectTo: [...new Set([...own, ...location, ...analytics])], scriptsFrom: analytics }
}

/** PostHog's cloud serves its scripts from a second host: us.i.posthog.com and us-assets.i.posthog.com. */
function posthogOrigins(host: string): string[] {
  const { origin } = new URL(host)
  const assets = origin.replace(/^https:\/\/(us|eu)\.i\.posthog\.com$/, 'https://$1-assets.i.posthog.com')
  return [...new Set([origin, assets])]
}
