/**
 * A page inside another app's browser: `app` is its name if known, `system` decides where its menu
 * is.
 */
export type InAppBrowser = { app: string | null; system: 'ios' | 'android' }

const apps = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bTikTok\b|\bmusical_ly|\btrill_|\bBytedanceWebview\b|\bBytedance/i, 'TikTok'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bTelegram(?:-Android|-iOS|Bot)?\//, 'Telegram'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
] as const

/**
 * Detects a browser inside another app by its `User-Agent`. Such browsers silently fail to save
 * files, print, share and use passkeys. Apps without a name are detected by their engine. Telegram is detected by the page: `isTelegram`.
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
