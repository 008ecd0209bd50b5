import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { statusWaitMs } from '@app/domain/messages/decide-unknown'
import type { Subcategory } from '@app/domain/result/categories'
import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import type { Kysely } from 'kysely'
import type { HttpSettings } from '../config/http.ts'
import type { WhatsappAccount, WhatsappSettings } from '../config/whatsapp.ts'
import { describeError } from '../http/describe-error.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import type { MessageLibrary } from './compose-message.ts'
import { maintainMessagesJob } from './maintain-messages.job.ts'
import { maintainMessages } from './maintain-messages.ts'
import { createMessageSender, type MessageSender } from './message-sender.ts'
import { handleMessageEventsJob } from './reports/handle-message-events.job.ts'
import { processReports } from './reports/handle-message-events.ts'
import { sendDueMessagesJob } from './send-due-messages.job.ts'
import type { OnAccepted, OnUndeliverable } from './settle-message.ts'
import { cloudApiGateway } from './whatsapp/cloud-api-gateway.ts'
import { messageTemplates } from './whatsapp/message-templates.ts'
import { sandboxAccount, sandboxWhatsapp } from './whatsapp/sandbox-account.ts'
import { whatsappWebhookPlugin } from './whatsapp/whatsapp-webhook-plugin.ts'

export type MessagesNeeds = {
  db: Kysely<Tables>
  jobs: Jobs
  log: JobLog
  whatsapp: WhatsappSettings
  http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>
  /** A fetch to this server, for the sandbox. */
  loopbackFetch: typeof fetch
  now: () => Date
  /** Returns the address from which WhatsApp fetches a checklist. */
  checklistUrl: (subcategory: Subcategory) => string
  onAccepted: OnAccepted
  onUndeliverable: OnUndeliverable
  hours: MorningHours
}

/** The part of the messages that the rest of the server uses. */
export type MessagesModule = ContextModule & {
  /** True when messages are on. Otherwise queued messages wait. */
  canMessage: boolean
  library: MessageLibrary
  /** Starts sending queued messages. */
  wake: () => void
}

/** Carries messages as the settings ask for: through Meta, to the sandbox's phones, or not at all. */
export function messagesModule(needs: MessagesNeeds): MessagesModule {
  const { db, jobs, log, whatsapp, http, loopbackFetch, now, onAccepted, onUndeliverable } = needs
  const isSandbox = whatsapp.kind === 'sandbox'
  const account = accountOf(whatsapp, http.siteUrl)
  const library: MessageLibrary = {
    daily: loadDailyMessages(),
    templates: whatsapp.templates,
    checklistUrl: needs.checklistUrl,
  }
  const sender = account
    ? openSender(needs, account, library, isSandbox ? loopbackFetch : fetch)
    : silentSender
  const reports = {
    ...{
      db,
      now,
      onAccepted,
      onUndeliverable,
      random: Math.random,
      phoneNumberId: account?.phoneNumberId ?? null,
    },
    onError: (error: unknown) =>
      log.error(
        { error: describeError(error) },
        'a report of WhatsApp could not be handled; it is tried again',
      ),
  }
  return {
    canMessage: account !== null,
    library,
    wake: sender.wake,
    routes: async (api) => {
      await api.register(whatsappWebhookPlugin, { db, jobs, account, prefix: '/whatsapp/webhook' })
    },
    jobs: [
      registerJob(sendDueMessagesJob, async () => {
        await sender.drain()
      }),
      registerJob(handleMessageEventsJob, async () => {
        const isDone = await processReports(reports)
        sender.wake()
        if (isDone) return
        await db.transaction().execute((trx) => jobs.enqueue(trx, handleMessageEventsJob, {}))
      }),
      registerJob(maintainMessagesJob, () => maintainMessages({ ...reports, sender }), {
        cron: '* * * * *',
        payload: {},
      }),
    ],
    standIn: {
      whatsapp:
        isSandbox && account
          ? sandboxWhatsapp({
              ...{ account, http, fetch: loopbackFetch },
              templates: messageTemplates(library),
              language: whatsapp.language,
            })
          : null,
    },
    stop: sender.stop,
  }
}

function accountOf(whatsapp: WhatsappSettings, siteUrl: string): WhatsappAccount | null {
  if (whatsapp.kind === 'cloud') return whatsapp.account
  return whatsapp.kind === 'sandbox' ? sandboxAccount(siteUrl) : null
}

function openSender(
  { db, log, now, whatsapp, onAccepted, onUndeliverable, hours }: MessagesNeeds,
  account: WhatsappAccount,
  library: MessageLibrary,
  call: typeof fetch,
): MessageSender {
  const { version, language, timeoutMs, messagesPerSecond } = whatsapp
  const { graphUrl: baseUrl, phoneNumberId, token } = account
  const gateway = cloudApiGateway({
    baseUrl,
    phoneNumberId,
    token,
    version,
    language,
    timeoutMs,
    fetch: call,
  })
  const settings = { concurrency: sendConcurrency, messagesPerSecond, timeoutMs, statusWaitMs }
  return createMessageSender(
    { db, gateway, library, now, onAccepted, onUndeliverable, hours, random: Math.random, settings },
    (error) =>
      log.error({ error: describeError(error) }, 'messages could not be sent; the next minute tries again'),
  )
}

/** While messages are off, queued messages wait. */
const silentSender: MessageSender = { drain: async () => 0, wake() {}, stop: async () => {} }

/** Enough for the provider's rate limit, and few enough for the database's connections. */
const sendConcurrency = 8
