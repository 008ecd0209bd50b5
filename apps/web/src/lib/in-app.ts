import { type InAppBrowser, inAppBrowserOf } from '@app/domain/in-app-browser'

/** Telegram's bridges to its page, on Android and on iOS. */
const telegramBridges = ['TelegramWebview', 'TelegramWebviewProxy'] as const

/** Tells inside of which other app the page is shown, if of any. */
export function inAppBrowser(): InAppBrowser | null {
  const isTelegram = telegramBridges.some((bridge) => bridge in globalThis)
  return inAppBrowserOf(navigator.userAgent, { isTelegram })
}
