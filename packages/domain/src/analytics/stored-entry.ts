import { isRecord } from '../is-record.ts'
import { redactUrl } from './redact.ts'

const campaignParameter = /^utm_(source|medium|campaign)$/

/**
 * Redacts PostHog's stored session entry (`r` the referrer, `u` the page): the origin and the
 * campaign parameters stay. Returns null when nothing changes.
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
