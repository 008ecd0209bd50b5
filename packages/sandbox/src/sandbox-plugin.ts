import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxTexts } from '@app/content/ru/sandbox'
import type { FastifyPluginAsync } from 'fastify'
import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'
import { mailPlugin } from './mail/mail-plugin.ts'
import type { Mailbox } from './mail/mailbox.ts'

export type SandboxOptions = { mailbox: Mailbox }

const assets = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
  'sun.svg': 'image/svg+xml',
} as const

/** The stand-ins for the outside world, each with a page a person can use. Never mounted in production. */
export const sandboxPlugin: FastifyPluginAsync<SandboxOptions> = async (app, { mailbox }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  for (const [name, type] of Object.entries(assets)) {
    const content = await readFile(join(import.meta.dirname, 'assets', name))
    app.get(`/assets/${name}`, async (_request, reply) => reply.type(type).send(content))
  }

  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(indexPage()))

  await app.register(mailPlugin, { mailbox })
}

function indexPage(): string {
  const { mailbox } = sandboxTexts
  return layout({
    title: sandboxTexts.title,
    lead: sandboxTexts.lead,
    body: `<a class="tile" href="/sandbox/mail"><b>${escapeHtml(mailbox.linkTitle)}</b><span>${escapeHtml(mailbox.linkAbout)}</span></a>`,
  })
}
