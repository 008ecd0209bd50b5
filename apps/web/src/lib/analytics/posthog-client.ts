import type { ClientConfig } from '@app/contracts/client-config'
import { cleanEvent } from '@app/domain/analytics/clean-event'
import { redactUrl } from '@app/domain/analytics/redact'
// Without this the library fetches its exception wrappers from a server and, where it may not, captures none.
import 'posthog-js/dist/exception-autocapture'
import { AnalyticsExtensions, ErrorTrackingExtensions } from 'posthog-js/dist/extension-bundles'
import posthog from 'posthog-js/dist/module.slim.no-external'
import type { AnalyticsClient } from './client.ts'
import { providerRequestsOf } from './provider-requests.ts'

/**
 * What may be clicked and counted by itself: the frame that all pages share. Everything between header and footer
 * may ask about health, where even the place of a clicked element is an answer.
 */
const autocaptured = ['#root > header', '#root > footer']

type Settings = NonNullable<Parameters<typeof posthog.init>[1]>

function settings(config: ClientConfig): Settings {
  return {
    api_host: config.posthogHost,
    ui_host: 'https://us.posthog.com',
    // Page views are told by the router; with them off, leaving a page is told only when asked for.
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
    // No cookies: nothing of this has to travel with requests.
    persistence: 'localStorage',
    before_send: (event) => event && cleanEvent(event),
    get_current_url: redactUrl,
    disable_capture_url_hashes: true,
    mask_personal_data_properties: true,
    // Everything the library could fetch, ask or show besides: not needed, so not allowed.
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
    // The sandbox is walked through by automatic browsers, whose events the library otherwise drops as a bot's.
    opt_out_useragent_filter: config.environment === 'sandbox',
  }
}

/** Starts PostHog's library. Throws when it cannot start. */
export function openPosthog(config: ClientConfig): AnalyticsClient {
  if (!config.posthogKey) throw new Error('PostHog needs a key')
  const { autocapture } = AnalyticsExtensions
  posthog.init(config.posthogKey, {
    ...settings(config),
    __extensionClasses: { autocapture, ...ErrorTrackingExtensions },
  })
  return {
    capture: (event, properties, at) =>
      void posthog.capture(event, properties, {
        timestamp: at,
        // Many buttons lead away, to the payment page or to WhatsApp, and an ordinary request would be cut off by that.
        ...(event === 'button_click' && { transport: 'sendBeacon' as const, send_instantly: true }),
      }),
    identify: (userId, properties) => posthog.identify(userId, properties),
    setPersonProperties: (properties) => posthog.setPersonProperties(properties),
    // The device gets a new name, too: it would tie the next person to this one.
    reset: () => posthog.reset(true),
    setCapturing(capturing) {
      if (!capturing) posthog.opt_out_capturing()
      else if (posthog.has_opted_out_capturing()) posthog.opt_in_capturing({ captureEventName: false })
    },
  }
}

/** Whether the library was started on this page. */
export function isPosthogOpen(): boolean {
  return posthog.__loaded
}

/** Sends one event by itself and at once; the answers are the provider's, none when the library keeps the event back. */
export function captureNow(event: string, properties: Record<string, unknown>): Promise<Response>[] {
  return providerRequestsOf(() => {
    posthog.capture(event, properties, { send_instantly: true, transport: 'fetch' })
  })
}
