import { sandboxTexts } from '@app/content/ru/sandbox/sandbox'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import { timeTagWithSeconds } from '../time-tag.ts'
import { findCode, type ReceivedMail } from './mailbox.ts'

const texts = sandboxTexts.mailbox

/** Renders the mailbox: newest mails first, each code in large type. */
export function mailPage(mails: readonly ReceivedMail[]): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="mails" aria-live="polite">${mails.length > 0 ? mails.map(mailItem).join('\n') : emptyNote()}</div>
<button type="button" class="quiet" id="clear" data-to="/sandbox/api/mail">${escapeHtml(texts.clear)}</button>`,
    script: 'mailbox.js',
  })
}

function emptyNote(): string {
  return `<p class="empty">${escapeHtml(texts.empty)}</p>`
}

function mailItem(mail: ReceivedMail): string {
  const code = findCode(mail)
  return `<article class="mail" data-mail="${mail.id}">
<h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">${escapeHtml(texts.to)}: <b>${escapeHtml(mail.to)}</b> · ${timeTagWithSeconds(mail.at)}</p>
${code ? codeLine(code) : ''}
<details><summary>${escapeHtml(texts.letter)}</summary>
<iframe sandbox="" title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}"></iframe></details>
<details><summary>${escapeHtml(texts.plain)}</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`
}

function codeLine(code: string): string {
  return `<p class="code"><output>${code}</output>
<button type="button" data-copy="${code}" data-done="${escapeHtml(texts.copied)}">${escapeHtml(texts.copy)}</button></p>`
}
