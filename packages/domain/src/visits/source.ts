const maxTagLength = 40

/** Texts with this many digits may be phone numbers. */
const minPhoneDigits = 7

/**
 * Normalizes a campaign parameter such as `utm_source`; null for invalid texts and for possible
 * addresses and phone numbers.
 */
export function cleanCampaignTag(mark: string | null): string | null {
  const text = mark?.trim().toLowerCase() ?? ''
  const isMark = /^[\p{L}\p{N} ._+|:/-]{1,40}$/u.test(text) && /[\p{L}\p{N}]/u.test(text)
  return isMark && text.length <= maxTagLength && !mayBePhone(text) ? text : null
}

function mayBePhone(text: string): boolean {
  return (text.match(/\p{N}/gu) ?? []).length >= minPhoneDigits
}

/** Returns the referring host; null for none, for our own, and for invalid or personal ones. */
export function cleanHost(host: string | null, ownHost: string): string | null {
  const name =
    host
      ?.toLowerCase()
      .replace(/:\d+$/, '')
      .replace(/^www\./, '') ?? ''
  const isHost = /^(?=.{4,100}$)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/.test(name)
  return isHost && !mayBePhone(name) && name !== ownHost.replace(/:\d+$/, '').replace(/^www\./, '')
    ? name
    : null
}

/** Returns the browser's first language; null for invalid headers. */
export function cleanLanguage(acceptLanguage: string | undefined): string | null {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase() ?? null
}
