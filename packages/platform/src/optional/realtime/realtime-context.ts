import type { OptionalServiceOptions } from '../../optional-service.ts'
import type { Addresses } from './addresses.ts'
import type { Hub } from './hub.ts'
import type { RealtimeSettings } from './realtime-settings.ts'
import type { Relay } from './relay.ts'
import type { RightsOfTopics } from './topic-rights.ts'

export type RealtimeOptions = OptionalServiceOptions & { settings: RealtimeSettings }

/** The shared services of realtime's routes. */
export type RealtimeContext = RealtimeOptions & {
  addresses: Addresses
  rights: RightsOfTopics
  relay: Relay
  /** Returns the hub once somebody has connected. */
  hub: () => Promise<Hub> | null
  openHub: () => Promise<Hub>
}
