import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { subcategoryTexts } from '@app/content/ru/results'
import { statusWaitMs } from '@app/domain/messages/decide-unknown'
import type { WhatsappSandbox } from '@app/sandbox/whatsapp/whatsapp-plugin'
import type { Kysely } from 'kysely'
import type { ChecklistFiles } from '../checklists/checklist-files.ts'
import { checklistUrl } from '../checklists/place-checklists.ts'
import type { WhatsappAccount } from '../config/whatsapp.ts'
import type { Settings } from '../config.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'
import { cloudApiGateway } from './cloud-api-gateway.ts'
import type { MessageLibrary } from './compose-message.ts'
import { type MessageSender, openMessageSender } from './message-sender.ts'
import { messageTemplates } from './message-templates.ts'
import { sandboxAccount, sandboxWhatsapp } from './sandbox-account.ts'

/** Everything about messages that the rest of the server needs. */
export type Messaging = {
  /** Null when messages are off: then nothing is sent, and nobody reports to us. */
  account: WhatsappAccount | null
  library: MessageLibrary
  sender: MessageSender
  now: () => Date
  /** When the day's messages go out, `09:00`. */
  sendAt: string
  /** Begins to send what was just queued. */
  wake: () => void
  /** The stand-in, in the sandbox. */
  sandbox: WhatsappSandbox | null
}

type MessagingServices = {
  db: Kysely<Tables>
  log: JobLog
  supabaseUrl: string
  checklists: ChecklistFiles | null
  /** Reaches this very server, where the sandbox's stand-in is. */
  ownFetch: typeof fetch
  now: () => Date
}

/**
 * Opens messaging as the settings ask for: through Meta, on the sandbox's phones, or not at all. Nothing is sent before it is
 * asked to.
 */
export function openMessaging(settings: Settings, services: MessagingServices): Messaging {
  const { whatsapp, http, dailyMessaging } = settings
  const { db, log, supabaseUrl, checklists, now } = services
  const isSandbox = whatsapp.kind === 'sandbox'
  const account = accountOf(settings)
  const library: MessageLibrary = {
    daily: loadDailyMessages(),
    templates: whatsapp.templates,
    checklistUrl: (subcategory) =>
      checklistUrl(
        supabaseUrl,
        subcategoryTexts[subcategory].checklistPath,
        checklists?.[subcategory].version ?? null,
      ),
  }
  const common = { library, now, sendAt: dailyMessaging.at }
  if (!account) return { ...common, account, sender: silentSender, wake: silentSender.wake, sandbox: null }

  const { version, language, timeoutMs, messagesPerSecond } = whatsapp
  const gateway = cloudApiGateway({
    baseUrl: account.graphUrl,
    phoneNumberId: account.phoneNumberId,
    token: account.token,
    version,
    language,
    timeoutMs,
    fetch: isSandbox ? services.ownFetch : fetch,
  })
  const sender = openMessageSender(
    {
      db,
      gateway,
      library,
      now,
      random: Math.random,
      settings: { concurrency: lanes, messagesPerSecond, timeoutMs, statusWaitMs },
    },
    (error) =>
      log.error({ error: describeError(error) }, 'messages could not be sent; the next minute tries again'),
  )
  const sandbox = isSandbox
    ? sandboxWhatsapp({
        account,
        http,
        templates: messageTemplates(library),
        language,
        fetch: services.ownFetch,
      })
    : null
  return { ...common, account, sender, wake: sender.wake, sandbox }
}

function accountOf({ whatsapp, http }: Settings): WhatsappAccount | null {
  if (whatsapp.kind === 'cloud') return whatsapp.account
  return whatsapp.kind === 'sandbox' ? sandboxAccount(http.siteUrl) : null
}

/** While messages are off, what waits goes on waiting. */
const silentSender: MessageSender = { drain: async () => 0, wake() {}, stop: async () => {} }

/** Enough for a fast provider's limit, few enough for the database's connections. */
const lanes = 8
