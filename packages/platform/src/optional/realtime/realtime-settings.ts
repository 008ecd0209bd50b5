/** Realtime's limits. A connection is one WebSocket. */
export type RealtimeSettings = {
  /** True when channels without policies are allowed. */
  publicChannels: boolean
  connections: number
  connectionsPerAddress: number
  channelsPerConnection: number
  joinsPerSecond: number
  joinsPerSecondOfAddress: number
  eventsPerSecond: number
  eventsPerSecondOfAddress: number
  bytesPerSecondOfAddress: number
  /** The maximum message size. */
  maxPayloadBytes: number
  /** The maximum presence size. */
  maxPresenceBytes: number
  /** A client that reads so slowly that more than this waits for it is dropped. */
  maxBufferedBytes: number
  /** The timeout of a silent client. */
  silenceMs: number
  /**
   * The number of times that it is asked whether the sessions of those in private channels go on.
   */
  sessionCheckMs: number
  /** The time that messages that were sent from SQL can be asked for again. */
  messageDays: number
}

export const defaultRealtime: RealtimeSettings = {
  publicChannels: true,
  connections: 10_000,
  connectionsPerAddress: 200,
  channelsPerConnection: 100,
  joinsPerSecond: 20,
  joinsPerSecondOfAddress: 10,
  eventsPerSecond: 100,
  eventsPerSecondOfAddress: 500,
  bytesPerSecondOfAddress: 2 * 1024 * 1024,
  maxPayloadBytes: 256 * 1024,
  maxPresenceBytes: 10_000,
  maxBufferedBytes: 1024 * 1024,
  silenceMs: 60_000,
  sessionCheckMs: 30_000,
  messageDays: 3,
}
