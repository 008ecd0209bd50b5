import { sandboxWhatsappTexts as texts } from '@app/content/ru/sandbox/sandbox-whatsapp'
import { formatPhone } from '@app/content/ru/writing/phone'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import { timeTag } from '../time-tag.ts'
import type { Chat, PhoneMessage } from './phones.ts'
import { inboundKinds } from './webhook-update.ts'

type Shown = {
  chats: readonly Chat[]
  /** The chat on the screen; a narrow screen shows it only when the person chose it. */
  shown: Chat | null
  isChosen: boolean
}

/** Renders the list of phones and the chosen chat. */
export function phonePage({ chats, shown, isChosen }: Shown): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    styles: 'whatsapp.css',
    script: 'whatsapp.js',
    body: shown
      ? `<div class="wa ${isChosen ? 'wa-chosen' : ''}" id="whatsapp">
<nav class="wa-chats" aria-label="${escapeHtml(texts.chats)}">${chats.map((chat) => chatLink(chat, chat === shown)).join('\n')}
${newPhone()}
<button type="button" class="quiet" id="clear">${escapeHtml(texts.clear)}</button></nav>
${phoneScreen(shown)}
</div>`
      : `<div id="whatsapp"><p class="empty">${escapeHtml(texts.empty)}</p>${newPhone()}</div>`,
  })
}

function newPhone(): string {
  return `<form class="wa-new" id="new"><label for="number">${escapeHtml(texts.newPhone)}</label>
<span><input id="number" type="tel" inputmode="tel" autocomplete="off" placeholder="+7 700 000 00 00" required>
<button type="submit" class="quiet">${escapeHtml(texts.openPhone)}</button></span></form>`
}

function chatLink({ id, phone: number, messages }: Chat, isShown: boolean): string {
  const last = messages.at(-1)
  return `<a class="wa-chat" href="/sandbox/whatsapp?chat=${id}"${isShown ? ' aria-current="true"' : ''}>
<b>${escapeHtml(formatPhone(number))}</b>
<span>${escapeHtml(last ? firstLine(last.text) : '')}</span>
${last ? timeTag(last.at) : '<time></time>'}</a>`
}

function phoneScreen(chat: Chat): string {
  return `<section class="wa-phone" data-chat="${chat.id}" aria-label="${escapeHtml(formatPhone(chat.phone))}">
<header class="wa-top"><a href="/sandbox/whatsapp" class="wa-back" aria-label="${escapeHtml(texts.back)}">‹</a>
<span class="wa-face"><img src="/sandbox/assets/sun.svg" alt="" width="26" height="26"></span>
<span><b>${escapeHtml(texts.sender)}</b><small>${escapeHtml(texts.onPhone)} ${escapeHtml(formatPhone(chat.phone))}</small></span></header>
<div class="wa-talk" id="talk" aria-live="polite">${chat.messages.map(messageBubble).join('\n')}</div>
<div class="wa-quick">${texts.quick.map((word) => `<button type="button" data-say="${escapeHtml(word)}">${escapeHtml(word)}</button>`).join('')}</div>
<form class="wa-write" id="write" data-error="${escapeHtml(texts.notSent)}">
<select id="way" aria-label="${escapeHtml(texts.way)}">${inboundKinds.map((way) => `<option value="${way}">${escapeHtml(texts.ways[way])}</option>`).join('')}</select><label class="wa-hidden" for="words">${escapeHtml(texts.you)}</label>
<input id="words" autocomplete="off" maxlength="4096" placeholder="${escapeHtml(texts.placeholder)}">
<button type="submit" aria-label="${escapeHtml(texts.send)}">➤</button></form>
<p class="wa-error" id="error" role="alert" hidden></p>
</section>`
}

function messageBubble(message: PhoneMessage): string {
  const isReply = message.kind === 'reply'
  return `<article class="wa-bubble ${isReply ? 'wa-mine' : ''}" data-message="${message.id}" data-state="${message.status}">
${message.document ? documentCard(message.document) : ''}<p>${escapeHtml(message.text)}</p>
<footer>${timeTag(message.at)}${isReply ? '' : `<span>${escapeHtml(messageStatusText(message))}</span>`}</footer>
</article>`
}

function documentCard({ url, filename }: { url: string; filename: string }): string {
  return `<a class="wa-document" href="${escapeHtml(url)}" target="_blank" rel="noopener">
<span class="wa-sheet" aria-hidden="true">PDF</span><span><b>${escapeHtml(filename)}</b><small>${escapeHtml(texts.document)} · ${escapeHtml(texts.open)}</small></span></a>`
}

/** Describes a message's kind and status to the tester. */
function messageStatusText({ kind, status }: PhoneMessage): string {
  return `${kind === 'template' ? texts.template : texts.free} · ${texts.status[status]}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
