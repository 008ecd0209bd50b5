import { escapeHtml } from '@app/domain/escape-html'
import { tidyText } from '@app/domain/tidy-text'
import { brand } from '../brand.ts'

export type MailText = { subject: string; text: string; html: string }

/** A part of a mail, drawn once as plain text and once as HTML. Texts are plain words; escaping happens here. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; href: string }
  /** Each row is one line, whatever its value is. */
  | { kind: 'rows'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'small'; text: string }

export type MailDraft = {
  subject: string
  title: string
  /** What a mailbox shows beside the subject. */
  preview: string
  parts: readonly MailPart[]
}

const ink = '#14342B'
const dawn = '#F2A33A'
const paper = '#FBF8F1'
const soft = '#5B6F66'

export function buildMail({ subject, title, preview, parts }: MailDraft): MailText {
  return {
    subject,
    text: [title, ...parts.map(partText), `— «${brand.title}»`].join('\n\n'),
    html: page(subject, title, preview, parts.map(partHtml).join('')),
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

const textStyle = `margin:0 0 16px;font-size:16px;line-height:24px;color:${ink}`

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="${textStyle}">${escapeHtml(part.text)}</p>`
    case 'small':
      return `<p style="margin:0 0 12px;font-size:14px;line-height:20px;color:${soft}">${escapeHtml(part.text)}</p>`
    case 'code':
      return `<p style="margin:8px 0 24px;padding:16px;background:${paper};border-radius:12px;text-align:center;font-family:Menlo,Consolas,monospace;font-size:36px;line-height:44px;font-weight:700;letter-spacing:8px;color:${ink}">${escapeHtml(part.code)}</p>`
    case 'button':
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:14px 24px;background:${ink};border-radius:12px;font-size:16px;line-height:20px;font-weight:600;color:${paper};text-decoration:none">${escapeHtml(part.label)}</a></p>`
    case 'rows':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${part.rows.map(rowHtml).join('')}</table>`
    case 'list':
      return `<ol style="margin:0 0 16px;padding-left:24px;font-size:16px;line-height:24px;color:${ink}">${part.items.map((item) => `<li style="margin:0 0 8px">${escapeHtml(item)}</li>`).join('')}</ol>`
  }
}

function rowHtml([name, value]: readonly [string, string]): string {
  const cell =
    'padding:8px 0;font-size:16px;line-height:24px;vertical-align:top;border-bottom:1px solid #E6E0D2'
  return `<tr><td style="${cell};color:${soft};padding-right:16px">${escapeHtml(name)}</td><td style="${cell};color:${ink};text-align:right">${escapeHtml(tidyText(value))}</td></tr>`
}

function page(subject: string, title: string, preview: string, body: string): string {
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border-radius:16px;border-top:6px solid ${dawn};font-family:Helvetica,Arial,sans-serif"><tr><td style="padding:32px 24px">
<p style="margin:0 0 24px;font-size:14px;line-height:20px;color:${soft}">${escapeHtml(brand.title)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;color:${ink}">${escapeHtml(title)}</h1>
${body}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
