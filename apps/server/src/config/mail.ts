import { z } from 'zod'
import { flag, port, text } from './environment.ts'
import { isLocalHost } from './local-address.ts'

export const mailSchema = z
  .discriminatedUnion('MAIL', [
    z.object({ MAIL: z.literal('sandbox') }),
    z.object({
      MAIL: z.literal('smtp'),
      SMTP_HOST: text,
      SMTP_PORT: port.default(587),
      SMTP_SECURE: flag.optional(),
      SMTP_USER: text.optional(),
      SMTP_PASSWORD: text.optional(),
      MAIL_FROM: text,
      MAIL_DKIM_SELECTOR: text.optional(),
    }),
  ])
  .transform((env): MailSettings => {
    if (env.MAIL === 'sandbox') return { kind: 'sandbox' }
    const credentials =
      env.SMTP_USER && env.SMTP_PASSWORD ? { user: env.SMTP_USER, password: env.SMTP_PASSWORD } : null
    // Port 465 speaks TLS from the first byte, the others begin in the clear and upgrade (RFC 8314,
    // 3.3).
    const secure = env.SMTP_SECURE ?? env.SMTP_PORT === 465
    return {
      kind: 'smtp',
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      secure,
      requireTls: !secure && (credentials !== null || !isLocalHost(env.SMTP_HOST)),
      credentials,
      from: env.MAIL_FROM,
      dkimSelector: env.MAIL_DKIM_SELECTOR ?? null,
    }
  })

export type SmtpSettings = {
  kind: 'smtp'
  host: string
  port: number
  secure: boolean
  /**
   * True when mail is refused to servers without TLS, because codes and passwords must not be sent
   * in plain text.
   */
  requireTls: boolean
  credentials: { user: string; password: string } | null
  from: string
  /** The DKIM selector of the mail provider; null when unknown. */
  dkimSelector: string | null
}

export type MailSettings = { kind: 'sandbox' } | SmtpSettings
