import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { MessageLibrary } from './compose-message.ts'
import type { MessageGateway } from './message-gateway.ts'
import type { OnAccepted, OnUndeliverable } from './settle-message.ts'

/** The moments of a send at which a process may die; tests stop there. */
export type SendMoment = 'claimed' | 'answered' | 'recorded'

/** The services of sending. */
export type MessageServices = {
  db: Kysely<Tables>
  gateway: MessageGateway
  library: MessageLibrary
  now: () => Date
  onAccepted: OnAccepted
  onUndeliverable: OnUndeliverable
  /** The time when the days of a program go out. */
  hours: MorningHours
  /** From 0 to 1; spreads retries. */
  random: () => number
  settings: SendSettings
  /** A test hook at each moment of a send. */
  reached?: (moment: SendMoment, messageId: string) => Promise<void>
}

type SendSettings = {
  /** The number of concurrent sends of a process. */
  concurrency: number
  messagesPerSecond: number
  /** The time that a request to the provider may take. */
  timeoutMs: number
  /** The time that a status report gets to settle a request that was never answered. */
  statusWaitMs: number
}
