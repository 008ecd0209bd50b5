import { test as base, expect } from '@playwright/test'

export { expect }

type Mail = { to: string; subject: string; text: string; html: string; at: string }

export type MailboxReader = {
  /** Every mail to an address, newest first. */
  mailsTo: (address: string) => Promise<Mail[]>
  /** The newest one-time code for an address, waited for; `after` skips codes that were there before. */
  codeFor: (address: string, after?: string) => Promise<string>
}

type Fixtures = {
  mailbox: MailboxReader
  /** Console errors a test provokes on purpose: those that match are not held against it. */
  expectedConsoleErrors: RegExp[]
}

/** Every journey's page is watched: an error in its console that the test did not expect fails it. */
export const test = base.extend<Fixtures & { watchConsole: undefined }>({
  expectedConsoleErrors: [[], { option: true }],

  watchConsole: [
    async ({ context, expectedConsoleErrors }, use) => {
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      context.on('weberror', (error) => {
        errors.push(error.error().message)
      })
      await use(undefined)
      const unexpected = errors.filter((text) => !expectedConsoleErrors.some((known) => known.test(text)))
      expect(unexpected.join('\n'), 'errors in the browser console').toBe('')
    },
    { auto: true },
  ],

  mailbox: async ({ request }, use) => {
    const mailsTo = async (address: string) => {
      const response = await request.get('/sandbox/api/mail', { params: { to: address.toLowerCase() } })
      return (await response.json()) as Mail[]
    }
    await use({
      mailsTo,
      async codeFor(address, after = '') {
        let code = ''
        await expect(async () => {
          const newest = (await mailsTo(address)).find(({ at }) => at > after)
          code = /(?<!\d)\d{6}(?!\d)/.exec(newest?.text ?? '')?.[0] ?? ''
          expect(code).not.toBe('')
        }).toPass({ timeout: 30_000 })
        return code
      },
    })
  },
})
