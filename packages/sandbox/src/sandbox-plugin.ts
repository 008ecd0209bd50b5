import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxTexts } from '@app/content/ru/sandbox/sandbox'
import { sandboxAnalyticsTexts } from '@app/content/ru/sandbox/sandbox-analytics'
import { sandboxAuthenticatorTexts } from '@app/content/ru/sandbox/sandbox-authenticator'
import { sandboxPaymentTexts } from '@app/content/ru/sandbox/sandbox-payments'
import { sandboxTelegramTexts } from '@app/content/ru/sandbox/sandbox-telegram'
import { sandboxWhatsappTexts } from '@app/content/ru/sandbox/sandbox-whatsapp'
import { escapeHtml } from '@app/domain/escape-html'
import type { FastifyPluginAsync } from 'fastify'
import { analyticsPlugin } from './analytics/analytics-plugin.ts'
import type { EventStore } from './analytics/event-store.ts'
import { type Authenticator, authenticatorPlugin } from './authenticator/authenticator-plugin.ts'
import { layout } from './layout.ts'
import { mailPlugin } from './mail/mail-plugin.ts'
import type { Mailbox } from './mail/mailbox.ts'
import { robokassaPlugin } from './robokassa/robokassa-plugin.ts'
import type { SandboxMerchant } from './robokassa/sandbox-merchant.ts'
import type { TelegramChat } from './telegram/chat.ts'
import { telegramPlugin } from './telegram/telegram-plugin.ts'
import { type WhatsappSandbox, whatsappPlugin } from './whatsapp/whatsapp-plugin.ts'

/** The services that are simulated; null where the real service is used. */
export type SandboxOptions = {
  mailbox: Mailbox | null
  merchant: SandboxMerchant | null
  whatsapp: WhatsappSandbox | null
  /** The owner's chat with the alarm bot. */
  telegram: TelegramChat | null
  events: EventStore | null
  /** The second factors that were enrolled; null when another service keeps them. */
  authenticator: Authenticator | null
}

const assets = {
  'sandbox.css': 'text/css; charset=utf-8',
  'authenticator.js': 'text/javascript; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
  'whatsapp.css': 'text/css; charset=utf-8',
  'whatsapp.js': 'text/javascript; charset=utf-8',
  'sun.svg': 'image/svg+xml',
} as const

/** Serves the simulated outside services, each with a page. It is never mounted in production. */
export const sandboxPlugin: FastifyPluginAsync<SandboxOptions> = async (app, options) => {
  const { mailbox, merchant, whatsapp, telegram, events, authenticator } = options
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  for (const [name, type] of Object.entries(assets)) {
    const content = await readFile(join(import.meta.dirname, 'assets', name))
    app.get(`/assets/${name}`, async (_request, reply) => reply.type(type).send(content))
  }

  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(indexPage(options)))

  if (mailbox) await app.register(mailPlugin, { mailbox })
  if (merchant) await app.register(robokassaPlugin, { merchant })
  if (whatsapp) await app.register(whatsappPlugin, { whatsapp })
  if (telegram) await app.register(telegramPlugin, { chat: telegram })
  if (events) await app.register(analyticsPlugin, { events })
  if (authenticator) await app.register(authenticatorPlugin, { authenticator })
}

function indexPage({ mailbox, merchant, whatsapp, telegram, events, authenticator }: SandboxOptions): string {
  const { mailbox: mail } = sandboxTexts
  const { list } = sandboxPaymentTexts
  return layout({
    title: sandboxTexts.title,
    lead: sandboxTexts.lead,
    body: [
      mailbox ? tile('/sandbox/mail', mail.linkTitle, mail.linkAbout) : '',
      merchant ? tile('/sandbox/payments', list.linkTitle, list.linkAbout) : '',
      whatsapp
        ? tile('/sandbox/whatsapp', sandboxWhatsappTexts.linkTitle, sandboxWhatsappTexts.linkAbout)
        : '',
      telegram
        ? tile('/sandbox/telegram', sandboxTelegramTexts.linkTitle, sandboxTelegramTexts.linkAbout)
        : '',
      events
        ? tile('/sandbox/analytics', sandboxAnalyticsTexts.linkTitle, sandboxAnalyticsTexts.linkAbout)
        : '',
      authenticator
        ? tile(
            '/sandbox/authenticator',
            sandboxAuthenticatorTexts.linkTitle,
            sandboxAuthenticatorTexts.linkAbout,
          )
        : '',
    ].join('\n'),
  })
}

function tile(href: string, title: string, about: string): string {
  return `<a class="tile" href="${href}"><b>${escapeHtml(title)}</b><span>${escapeHtml(about)}</span></a>`
}
