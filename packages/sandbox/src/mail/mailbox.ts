export type Mail = { to: string; subject: string; text: string; html: string }
/** A mail that would have been sent; `at` is an ISO instant. */
export type ReceivedMail = Mail & { id: number; at: string }

export type Mailbox = {
  deliver: (mail: Mail) => Promise<void>
  /** Newest first. */
  list: () => readonly ReceivedMail[]
  clear: () => void
}

/** Creates one in-memory mailbox for all addresses. It keeps the newest `limit` mails. */
export function createMailbox(limit = 200, now: () => Date = () => new Date()): Mailbox {
  let mails: readonly ReceivedMail[] = []
  let lastId = 0
  return {
    async deliver({ to, subject, text, html }) {
      lastId += 1
      mails = [{ id: lastId, to, subject, text, html, at: now().toISOString() }, ...mails].slice(0, limit)
    },
    list: () => mails,
    clear() {
      mails = []
    },
  }
}

/** Returns the one-time code of a mail, or null. */
export function findCode(mail: Pick<Mail, 'text'>): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? null
}
