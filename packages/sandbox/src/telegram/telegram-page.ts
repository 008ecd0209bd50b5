import { sandboxTelegramTexts as texts } from '@app/content/ru/sandbox/sandbox-telegram'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import { timeTagWithSeconds } from '../time-tag.ts'
import type { ChatMessage } from './chat.ts'

/** Renders the owner's chat, newest messages first. */
export function telegramPage(messages: readonly ChatMessage[]): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="mails" aria-live="polite">${messages.length > 0 ? messages.map(messageItem).join('\n') : emptyNote()}</div>
<button type="button" class="quiet" id="clear" data-to="/sandbox/api/telegram">${escapeHtml(texts.clear)}</button>`,
    script: 'mailbox.js',
  })
}

function emptyNote(): string {
  return `<p class="empty">${escapeHtml(texts.empty)}</p>`
}

/** A phone shows the first line on its locked screen. */
function messageItem({ id, text, at }: ChatMessage): string {
  const [title = '', ...rest] = text.split('\n\n')
  return `<article class="mail" data-mail="${id}">
<h2>${escapeHtml(title)}</h2>
<p class="meta">${timeTagWithSeconds(at)}</p>
${rest.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}
</article>`
}
