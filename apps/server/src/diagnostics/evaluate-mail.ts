import { type Finding, found } from '@app/contracts/findings'

/** The domain of a sender such as `Ясный день <hello@clearday.kz>`; null when there is none. */
export function senderDomain(from: string): string | null {
  return /@([a-z0-9.-]+\.[a-z0-9-]+)\s*>?\s*$/i.exec(from)?.[1]?.toLowerCase() ?? null
}

/** Returns whether the domain's TXT records say who may send its mails (RFC 7208). */
export function evaluateSpf(domain: string, records: readonly string[]): Finding {
  const policies = records.filter((record) => /^v=spf1(\s|$)/i.test(record))
  const [policy] = policies
  if (policy === undefined) return found('spf_missing', { domain })
  // Two make every mail fail (RFC 7208, 4.5).
  if (policies.length > 1) return found('spf_many', { domain })
  return /(^|\s)\+?all(\s|$)/i.test(policy) ? found('spf_open', { domain }) : found('spf_good', { domain })
}

/** Common DKIM selectors, for an unknown one. */
export const usualSelectors = [
  ...['default', 'mail', 'dkim', 'smtp', 'google', 'selector1', 'selector2', 'k1', 's1', 's2', 'key1'],
  ...['mailru', 'yandex', 'unisender', 'us', 'mg', 'pm', 'resend', 'brevo', 'sendpulse', 'zoho', 'zmail'],
]

/**
 * Returns whether there is a key for the mails' signatures (RFC 6376). `keys` by selector; `named`
 * is the owner's, if she named one.
 */
export function evaluateDkim(
  domain: string,
  keys: ReadonlyMap<string, readonly string[]>,
  named: string | null,
): Finding {
  const selectors = named === null ? [...keys.keys()] : [named]
  const records = selectors.flatMap((selector) =>
    (keys.get(selector) ?? []).filter(isKey).map((record) => ({ selector, isRevoked: isRevoked(record) })),
  )
  const valid = records.find((record) => !record.isRevoked)
  if (valid) return found('dkim_good', { domain, selector: valid.selector })
  const [revoked] = records
  if (named === null) return found('dkim_unknown', { domain })
  if (revoked) return found('dkim_revoked', { domain, selector: revoked.selector })
  return found('dkim_missing', { domain, selector: named })
}

const isKey = (record: string) => /(^|;)\s*p=/i.test(record)
const isRevoked = (record: string) => /(^|;)\s*p=\s*(;|$)/i.test(record)

/** Evaluates the domain's DMARC record (RFC 7489). */
export function evaluateDmarc(domain: string, records: readonly string[]): Finding {
  const isThere = records.some((record) => /^v=DMARC1\s*;/i.test(record))
  return isThere ? found('dmarc_good', { domain }) : found('dmarc_missing', { domain })
}

/** The mail library's error of a failed connection. */
export type SmtpProblem = { code: string; message: string }

/** Evaluates a connection to the mail server; `problem` null is good. */
export function evaluateSmtp(server: string, problem: SmtpProblem | null): Finding {
  if (problem === null) return found('smtp_good', { server })
  const { code, message } = problem
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code)) return found('smtp_login', { server })
  const isTls = code === 'ETLS' || /certificate|altnames|SSL|TLS/i.test(message)
  return isTls ? found('smtp_tls', { server }) : found('smtp_away', { server })
}
