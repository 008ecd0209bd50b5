import type { SentMail } from './given-server.ts'

/** The mails that a server has sent. */
export type Mailbox = {
  /** Every mail so far, oldest first. */
  listMails: () => Promise<SentMail[]>
  /** The newest mail to an address; throws when there is none. */
  lastMailTo: (email: string) => Promise<SentMail>
  /** Forgets them all. */
  empty: () => Promise<void>
}

/**
 * The mailbox at an address that lists mails as the runner's does (`{ to, text }[]`, oldest first) and forgets them when they are
 * deleted. What a mail is for is read off its link, and its code is the first six digits of its text.
 */
export function reachMailbox(url: string): Mailbox {
  const listMails = async () => {
    const mails = (await (await fetch(url)).json()) as { to: string; text: string }[]
    return mails.map(readMail)
  }
  return {
    listMails,
    lastMailTo: async (email) => {
      const mail = (await listMails()).findLast(({ to }) => to === email)
      if (!mail) throw new Error(`No mail was sent to ${email}.`)
      return mail
    },
    empty: async () => {
      await fetch(url, { method: 'DELETE' })
    },
  }
}

const kinds: Readonly<Record<string, string>> = { signup: 'confirmation', magiclink: 'magic_link' }

function readMail({ to, text }: { to: string; text: string }): SentMail {
  const link = text.match(/https?:\/\/\S+/)?.[0] ?? ''
  const type = (URL.canParse(link) && new URL(link).searchParams.get('type')) || 'notice'
  return { to, link, code: text.match(/\b\d{6}\b/)?.[0] ?? '', kind: kinds[type] ?? type }
}
