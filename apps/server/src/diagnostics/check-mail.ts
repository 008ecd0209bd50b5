import {
  evaluateDkim,
  evaluateDmarc,
  evaluateSmtp,
  evaluateSpf,
  senderDomain,
  usualSelectors,
} from '@app/domain/diagnostics/evaluate-mail'
import { type Finding, found } from '@app/domain/diagnostics/findings'
import type { SmtpSettings } from '../config/mail.ts'
import { openSmtpMailer } from '../mail/smtp-mailer.ts'
import type { Network } from './network.ts'
import type { RunnableCheck } from './with-time-limit.ts'

/** Connects to the mail server, upgrades to TLS and logs in. Nothing is sent. */
async function checkServer(settings: SmtpSettings): Promise<Finding[]> {
  const mailer = openSmtpMailer(settings)
  const server = `${settings.host}:${settings.port}`
  try {
    await mailer.verify()
    return [evaluateSmtp(server, null)]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return [evaluateSmtp(server, { code, message: error instanceof Error ? error.message : '' })]
  } finally {
    mailer.close()
  }
}

/**
 * Returns whether mails get out, and whether those who receive them can tell that they are ours.
 */
export function checkMail(settings: SmtpSettings, { textsOf }: Network): RunnableCheck[] {
  const server: RunnableCheck = { check: 'smtp', run: () => checkServer(settings) }
  const domain = senderDomain(settings.from)
  if (!domain) return [server, { check: 'spf', run: async () => [found('sender_unreadable', {})] }]
  const { dkimSelector } = settings
  const selectors = dkimSelector ? [dkimSelector] : usualSelectors
  const keyOf = async (selector: string) =>
    [selector, await textsOf(`${selector}._domainkey.${domain}`)] as const
  return [
    server,
    { check: 'spf', run: async () => [evaluateSpf(domain, await textsOf(domain))] },
    {
      check: 'dkim',
      run: async () => [evaluateDkim(domain, new Map(await Promise.all(selectors.map(keyOf))), dkimSelector)],
    },
    { check: 'dmarc', run: async () => [evaluateDmarc(domain, await dmarcOf(domain, textsOf))] },
  ]
}

/** A subdomain has its parent's policy when it has none of its own (RFC 7489, 6.6.3). */
async function dmarcOf(domain: string, textsOf: Network['textsOf']): Promise<readonly string[]> {
  const own = await textsOf(`_dmarc.${domain}`)
  const parent = domain.split('.').slice(-2).join('.')
  return own.length > 0 || parent === domain ? own : textsOf(`_dmarc.${parent}`)
}
