import type { OptionalService } from '../../optional-service.ts'
import { realtimePlugin } from './realtime-plugin.ts'
import { defaultRealtime, type RealtimeSettings } from './realtime-settings.ts'

/** Returns realtime for a platform's `optional` setting. */
export function realtime(settings: Partial<RealtimeSettings> = {}): OptionalService {
  return {
    prefix: '/realtime/v1',
    plugin: (app, options) =>
      realtimePlugin(app, { ...options, settings: { ...defaultRealtime, ...settings } }),
  }
}
