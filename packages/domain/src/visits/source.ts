const maxTagLength = 40

/** So many digits, with whatever between them and in whichever script, may be a phone's number. */
const minPhoneDigits = 7

/**
 * A mark of an address (`utm_source` and its like) as it is kept: short, in lower case; null for what could say who somebody is,
 * an address or a number of a phone, and for what is no mark.
 */
export function cleanCampaignTag(mark: string | null): string | null {
  const text = mark?.trim().toLowerCase() ?? ''
  const isMark = /^[\p{L}\p{N} ._+|:/-]{1,40}$/u.test(text) && /[\p{L}\p{N}]/u.test(text)
  return isMark && text.length <= maxTagLength && !mayBePhone(text) ? text : null
}

function mayBePhone(text: string): boolean {
  return (text.match(/\p{N}/gu) ?? []).length >= minPhoneDigits
}

/** The host a visit was led here from; null for none, for our own, for what is no host and for what may be somebody's number. */
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

/** The language a browser asks for first; null for what names none. */
export function cleanLanguage(acceptLanguage: string | undefined): string | null {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase() ?? null
}
