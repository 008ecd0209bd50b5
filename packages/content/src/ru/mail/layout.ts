import { tidyText } from '@app/domain/tidy-text'
import { brand } from '../brand.ts'
import type { Inline } from '../writing/rich-text.ts'
import { mailPage, partHtml } from './mail-html.ts'
import type { MailPart } from './mail-part.ts'

export type MailText = { subject: string; text: string; html: string }

export type MailDraft = {
  subject: string
  title: string
  /** The preview text that mailboxes show beside the subject. */
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
      return part.text
    case 'small':
      return typeof part.text === 'string' ? part.text : part.text.map(inlineText).join('')
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

/** Plain text has no links, so the address follows the link's words. */
function inlineText(piece: Inline): string {
  if (typeof piece === 'string') return piece
  return piece.href.startsWith('https:') ? `${piece.text}: ${piece.href}` : piece.text
}
