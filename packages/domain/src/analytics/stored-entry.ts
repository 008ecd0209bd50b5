import { isRecord } from '../is-record.ts'
import { redactUrl } from './redact.ts'

const campaignParameter = /^utm_(source|medium|campaign)$/

/**
 * Redacts what PostHog keeps on a device about the page a visit began at (`r` the page before, `u`
 * the page): the site somebody came from and the owner's own marks stay. Null when there is nothing
 * to change.
 */
export function cleanStoredEntry(entry: unknown): Record<string, unknown> | null {
  if (!isRecord(entry) || !isRecord(entry.props)) return null
  const { r, u } = entry.props
  const props = {
    ...entry.props,
    ...(typeof r === 'string' && { r: originOfReferrer(r) }),
    ...(typeof u === 'string' && { u: withCampaign(u) }),
  }
  return props.r === r && props.u === u ? null : { ...entry, props }
}

function originOfReferrer(referrer: string): string {
  return /^https?:\/\/[^/?#]*/.exec(redactUrl(referrer))?.[0] ?? '$direct'
}

function withCampaign(url: string): string {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  const marks = query.split('&').filter((mark) => campaignParameter.test(mark.split('=')[0] ?? ''))
  return redactUrl(url) + (marks.length > 0 ? `?${marks.join('&')}` : '')
}
