import { tidyText } from '@app/domain/tidy-text'
import { brand } from '../brand.ts'
import { mailPage, partHtml } from './mail-html.ts'
import type { MailPart } from './mail-part.ts'

export type MailText = { subject: string; text: string; html: string }

export type MailDraft = {
  subject: string
  title: string
  /** What a mailbox shows beside the subject. */
  preview: string
  parts: readonly MailPart[]
}

export function buildMail({ subject, title, preview, parts }: MailDraft): MailText {
  return {
    subject,
    text: [title, ...parts.map(partText), `— «${brand.title}»`].join('\n\n'),
    html: mailPage({ subject, title, preview, body: parts.map(partHtml).join('') }),
  }
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'text':
    case 'small':
      return part.text
    case 'code':
      return part.code
    case 'button':
      return `${part.label}: ${part.href}`
    case 'rows':
      return part.rows.map(([name, value]) => `${name}: ${tidyText(value)}`).join('\n')
    case 'list':
      return part.items.map((item, index) => `${index + 1}. ${item}`).join('\n')
  }
}
