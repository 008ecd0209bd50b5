/** The page shown inside of another app: `app` where that says who it is, `system` for where its menu is. */
export type InAppBrowser = { app: string | null; system: 'ios' | 'android' }

const apps = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bTikTok\b|\bmusical_ly|\btrill_|\bBytedanceWebview\b|\bBytedance/i, 'TikTok'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bTelegram(?:-Android|-iOS|Bot)?\//, 'Telegram'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
] as const

/**
 * Tells by a `User-Agent` header that a page is shown inside of another app. There a file that the page itself made is not saved, a passkey is not
 * asked for, and nothing is printed or shared; none of it says that it failed. Apps that name themselves nowhere are known by their engine: Android's
 * says `wv`, and on iOS whatever is no browser leaves out `Safari`. Telegram may call itself what the phone's own browser does; the page tells by
 * `isTelegram`.
 */
export function inAppBrowserOf(userAgent: string, { isTelegram = false } = {}): InAppBrowser | null {
  const system = /\b(?:iPhone|iPad|iPod)\b/.test(userAgent)
    ? 'ios'
    : /\bAndroid\b/.test(userAgent)
      ? 'android'
      : null
  if (!system) return null
  const app = apps.find(([sign]) => sign.test(userAgent))?.[1] ?? (isTelegram ? 'Telegram' : null)
  const isView = system === 'ios' ? !/\bSafari\//.test(userAgent) : /; wv\)/.test(userAgent)
  return app || isView ? { app, system } : null
}
