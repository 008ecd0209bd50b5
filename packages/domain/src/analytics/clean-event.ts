import { isRecord } from '../is-record.ts'
import { eventFields, isEventName, personFields } from './event-fields.ts'
import {
  redactField,
  redactFilePosition,
  redactMessage,
  redactStack,
  redactText,
  redactUrl,
} from './redact.ts'

/** The fields of a PostHog event that may carry data, as `before_send` gets them. */
export type OutgoingEvent = {
  event: string
  properties: Record<string, unknown>
  $set?: Record<string, unknown>
  $set_once?: Record<string, unknown>
}

/** PostHog's own events that may leave; all others, such as heatmaps and surveys, are dropped. */
const posthogEvents = new Set(['$pageleave', '$autocapture', '$rageclick', '$identify', '$set', '$exception'])

/**
 * Properties that PostHog adds about the device, the visit and the library, and nothing about the
 * person. The time of the request and the previous page are excluded.
 */
const technicalProperties = new Set(
  [
    'token distinct_id $device_id $session_id $window_id $pageview_id $insert_id $anon_distinct_id $user_id',
    '$lib $lib_version $is_identified $process_person_profile $geoip_disable $ce_version $event_type',
    '$browser $browser_version $browser_language $browser_language_prefix $browser_type $raw_user_agent',
    '$os $os_version $device $device_type $screen_height $screen_width $viewport_height $viewport_width',
    '$timezone $timezone_offset $host $referring_domain $session_entry_host $session_entry_referring_domain',
    '$prev_pageview_duration $exception_level $exception_handled $sdk_debug_retry_queue_size',
  ].flatMap((line) => line.split(' ')),
)

/** Marks that the owner puts into her own links. Ad networks' click ids are not among them. */
const campaignProperties = /^(\$session_entry_)?utm_(source|medium|campaign)$/

const addressProperties =
  /^\$(current_url|pathname|referrer|session_entry_(url|pathname|referrer)|prev_pageview_pathname)$/

/**
 * Returns the part of an event that may leave: known events with known fields, without names or
 * answers; null when nothing may leave. Unknown events and fields are dropped.
 */
export function cleanEvent<Outgoing extends OutgoingEvent>(outgoing: Outgoing): Outgoing | null {
  const { event } = outgoing
  const isOurs = isEventName(event)
  if (!isOurs && !posthogEvents.has(event)) return null
  const ourFields = new Set<string>(isOurs ? eventFields[event] : [])

  const properties = mapDefined(outgoing.properties, (name, value) => {
    if (ourFields.has(name)) return cleanValue(name, value)
    return cleanTechnical(name, value)
  })
  return {
    ...outgoing,
    properties,
    ...(outgoing.$set && { $set: cleanPerson(outgoing.$set) }),
    ...(outgoing.$set_once && { $set_once: cleanPerson(outgoing.$set_once) }),
  }
}

function cleanTechnical(name: string, value: unknown): unknown {
  if (technicalProperties.has(name) || campaignProperties.test(name)) {
    // Tokens and ids of the library's own making are long; only what a link or a browser says is
    // redacted.
    return typeof value === 'string' && campaignProperties.test(name) ? redactField(value) : dropObject(value)
  }
  if (addressProperties.test(name)) return cleanAddress(name, value)
  if (name === '$elements_chain') return typeof value === 'string' ? redactText(value) : undefined
  if (name === '$exception_list') return Array.isArray(value) ? value.map(cleanException) : undefined
  if (name === '$set' || name === '$set_once') return isRecord(value) ? cleanPerson(value) : undefined
  return undefined
}

function cleanPerson(properties: Record<string, unknown>): Record<string, unknown> {
  const known = new Set<string>(personFields)
  return mapDefined(properties, (name, value) => (known.has(name) ? cleanValue(name, value) : undefined))
}

function cleanValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return dropObject(value)
  if (name === 'stack') return redactStack(value)
  if (name === 'url') return redactUrl(value)
  // These fields are safe: a timestamp is no phone number and a request id is no token.
  if (['timestamp', 'stored_at', 'user_agent', 'request_id'].includes(name)) return value
  return name === 'message' || name === 'query_key' ? redactMessage(value) : redactField(value)
}

/** Redacts an address. A referrer keeps only its origin. */
function cleanAddress(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (!name.endsWith('referrer')) return redactUrl(value)
  return /^https?:\/\/[^/?#]*/.exec(redactUrl(value))?.[0] ?? '$direct'
}

type StackFrame = Record<string, unknown>
const frameFields = ['filename', 'function', 'lineno', 'colno', 'in_app', 'platform']

function cleanException(exception: unknown): Record<string, unknown> {
  if (!isRecord(exception)) return {}
  const { type, value, mechanism, stacktrace } = exception
  return {
    ...(typeof type === 'string' && { type: redactMessage(type) }),
    ...(typeof value === 'string' && { value: redactMessage(value) }),
    ...(isRecord(mechanism) && { mechanism: mapDefined(mechanism, (_name, each) => dropObject(each)) }),
    ...(isRecord(stacktrace) &&
      Array.isArray(stacktrace.frames) && {
        stacktrace: { type: 'raw', frames: stacktrace.frames.filter(isRecord).map(cleanFrame) },
      }),
  }
}

function cleanFrame(frame: StackFrame): StackFrame {
  return mapDefined(frame, (name, value) => {
    if (!frameFields.includes(name)) return undefined
    return typeof value === 'string' ? redactFilePosition(value) : dropObject(value)
  })
}

/** Keeps primitive values, and drops objects and arrays. */
function dropObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? undefined : value
}

function mapDefined(
  record: Record<string, unknown>,
  map: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .map(([name, value]) => [name, map(name, value)] as const)
      .filter(([, value]) => value !== undefined),
  )
}
