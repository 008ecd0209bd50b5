import { z } from 'zod'
import { flag, port, text } from './environment.ts'

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
    }),
  ])
  .transform((env): MailSettings => {
    if (env.MAIL === 'sandbox') return { kind: 'sandbox' }
    const credentials =
      env.SMTP_USER && env.SMTP_PASSWORD ? { user: env.SMTP_USER, password: env.SMTP_PASSWORD } : null
    return {
      kind: 'smtp',
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      // Port 465 speaks TLS from the first byte, the others begin in the clear and upgrade (RFC 8314, 3.3).
      secure: env.SMTP_SECURE ?? env.SMTP_PORT === 465,
      credentials,
      from: env.MAIL_FROM,
    }
  })

export type SmtpSettings = {
  kind: 'smtp'
  host: string
  port: number
  secure: boolean
  credentials: { user: string; password: string } | null
  from: string
}

export type MailSettings = { kind: 'sandbox' } | SmtpSettings
