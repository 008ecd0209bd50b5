import { incidentMessage, type OwnerMessage } from '@app/content/ru/mail/incidents'
import { ownerAlertMessage } from '@app/content/ru/mail/owner-notice'
import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import type { Tables } from '../services/tables.ts'
import { nextSendAt } from './next-send-at.ts'
import type { OwnerChannel } from './owner-channels.ts'
import {
  type DueMessage,
  markMessageSent,
  postponeMessage,
  takeDueMessages,
} from './owner-message-repository.ts'

export type AlarmServices = {
  db: Kysely<Tables>
  channels: readonly OwnerChannel[]
  siteUrl: string
  now: () => Date
  log: JobLog
}

/** Sends due messages by each channel separately, so that a failing channel delays no other. */
export async function sendDueOwnerMessages(services: AlarmServices): Promise<void> {
  await Promise.all(services.channels.map((channel) => sendByChannel(services, channel)))
}

async function sendByChannel(services: AlarmServices, { channel, send: tell }: OwnerChannel): Promise<void> {
  const { db, now, log } = services
  for (const message of await takeDueMessages(db, channel, now())) {
    const telling = await tell(renderOwnerMessage(message, services))
    if (telling.told) {
      await markMessageSent(db, message.id, now())
      continue
    }
    const tries = message.tries + 1
    const nextTryAt = nextSendAt(tries, telling.retryAfterMs, now())
    await postponeMessage(db, message.id, { tries, now: now(), nextTryAt })
    log.warn({ channel, tries, ...telling.facts }, 'the owner could not be told; it is tried again')
  }
}

function renderOwnerMessage({ told, createdAt }: DueMessage, { siteUrl }: AlarmServices): OwnerMessage {
  if ('alert' in told) return ownerAlertMessage(told.alert, told.reference ?? undefined)
  const { incident: kind, moment, facts } = told
  return incidentMessage({ kind, moment, facts, at: createdAt, siteUrl })
}
