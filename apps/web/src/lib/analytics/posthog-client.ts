import type { ClientConfig } from '@app/contracts/client-config'
import { cleanEvent } from '@app/domain/analytics/clean-event'
import { redactUrl } from '@app/domain/analytics/redact'
import { cleanStoredEntry } from '@app/domain/analytics/stored-entry'
// Bundled, because the library would otherwise load it from a server.
import 'posthog-js/dist/exception-autocapture'
import { AnalyticsExtensions, ErrorTrackingExtensions } from 'posthog-js/dist/extension-bundles'
import posthog from 'posthog-js/dist/module.slim.no-external'
import type { AnalyticsClient } from './client.ts'
import { collectProviderRequests } from './provider-requests.ts'

/**
 * Only the shared header and footer may be autocaptured, because clicks elsewhere may reveal health
 * data.
 */
const autocaptured = ['#root > header', '#root > footer']

/** Long enough to batch a step's events, short enough for a closing page. */
const flushAfterMs = 1000

type Settings = NonNullable<Parameters<typeof posthog.init>[1]>

/** A temporary property with the event's time, which `before_send` removes. */
const eventTimeProperty = '$told_at'

/** Events that the library sends itself. */
const automaticEvents: readonly string[] = ['$autocapture', '$exception']

type CaptureGate = {
  isCapturing: boolean
  /** The last person was forgotten here, and nothing has happened since. */
  isLeft: boolean
  isHolding: () => boolean
}

function settings(config: ClientConfig, gate: CaptureGate): Settings {
  return {
    api_host: config.posthogHost,
    ui_host: 'https://us.posthog.com',
    // The router reports page views, so page leaves must be enabled separately.
    capture_pageview: false,
    capture_pageleave: true,
    autocapture: { css_selector_allowlist: autocaptured, capture_copied_text: false },
    mask_all_text: true,
    mask_all_element_attributes: true,
    // An object: `true` would leave the console out.
    capture_exceptions: {
      capture_unhandled_errors: true,
      capture_unhandled_rejections: true,
      capture_console_errors: true,
    },
    person_profiles: 'identified_only',
    // No cookies.
    persistence: 'localStorage',
    // It would store the first address.
    save_referrer: false,
    save_campaign_params: false,
    request_queue_config: { flush_interval_ms: flushAfterMs },
    before_send(event) {
      forgetEventAddress()
      // Our own early error events wait until their time reveals nothing.
      const isEarly = gate.isHolding() && event !== null && automaticEvents.includes(event.event)
      if (!event || !gate.isCapturing || isEarly) return null
      // The page of the person before is no beginning for the next one.
      if (gate.isLeft && event.event === '$pageleave') return null
      const at: unknown = event.properties[eventTimeProperty]
      const cleaned = cleanEvent(event)
      if (cleaned && typeof at === 'number') cleaned.timestamp = new Date(at)
      return cleaned
    },
    get_current_url: redactUrl,
    disable_capture_url_hashes: true,
    mask_personal_data_properties: true,
    // Disables all other features of the library.
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    disable_session_recording: true,
    disable_surveys: true,
    disable_product_tours: true,
    disable_conversations: true,
    disable_web_experiments: true,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_performance: false,
    rageclick: false,
    // The sandbox is walked through by automatic browsers, whose events the library otherwise drops
    // as a bot's.
    opt_out_useragent_filter: config.environment === 'sandbox',
  }
}

/** Starts PostHog's library. Throws when it cannot start. `isHolding`: nothing may be told of at its true time now. */
export function openPosthog(config: ClientConfig, isHolding: () => boolean): AnalyticsClient {
  if (!config.posthogKey) throw new Error('PostHog needs a key')
  const gate: CaptureGate = { isCapturing: true, isLeft: false, isHolding }
  const { autocapture } = AnalyticsExtensions
  posthog.init(config.posthogKey, {
    ...settings(config, gate),
    __extensionClasses: { autocapture, ...ErrorTrackingExtensions },
  })
  forgetEventAddress()
  // Clears the library's own opt-out, which the product replaces.
  posthog.clear_opt_in_out_capturing()
  return {
    // Options would disable batching.
    capture(event, properties, at) {
      gate.isLeft = false
      posthog.capture(event, { ...properties, [eventTimeProperty]: at.getTime() })
    },
    identify: (userId, properties) => posthog.identify(userId, properties),
    setPersonProperties: (properties) => posthog.setPersonProperties(properties),
    // The device gets a new name, too: it would tie the next person to this one.
    reset() {
      posthog.reset(true)
      gate.isLeft = true
    },
    setCapturing(capturing) {
      if (capturing === gate.isCapturing) return
      gate.isCapturing = capturing
      if (!capturing) posthog.reset(true)
      posthog.set_config({ disable_persistence: !capturing })
    },
  }
}

/**
 * Reduces the stored first address to its origin and campaign, because a shared result's address
 * holds answers.
 */
function forgetEventAddress(): void {
  posthog.unregister('$initial_person_info')
  const entry: unknown = posthog.get_property('$client_session_props')
  const kept = cleanStoredEntry(entry)
  if (kept) posthog.register({ $client_session_props: kept })
}

/** Returns true when the library was started on this page. */
export function isPosthogOpen(): boolean {
  return posthog.__loaded
}

/**
 * Sends one event immediately and returns the provider's answers; empty when the library delays it.
 */
export function captureNow(event: string, properties: Record<string, unknown>): Promise<Response>[] {
  return collectProviderRequests(() => {
    posthog.capture(event, properties, { send_instantly: true, transport: 'fetch' })
  })
}
