import { sandboxAnalyticsTexts as texts } from '@app/content/ru/sandbox/sandbox-analytics'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import { timeTagWithSeconds } from '../time-tag.ts'
import type { ReceivedEvent } from './event-store.ts'

const maxShownEvents = 200
/** The page cuts long events; programs get them whole. */
const maxShownLength = 2000

/** Builds the page of received events: newest first, each with everything that came along. */
export function analyticsPage(events: readonly ReceivedEvent[]): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="mails" aria-live="polite">${events.length > 0 ? events.slice(0, maxShownEvents).map(eventItem).join('\n') : emptyNote()}</div>
<button type="button" class="quiet" id="clear" data-to="/sandbox/api/analytics">${escapeHtml(texts.clear)}</button>`,
    script: 'mailbox.js',
  })
}

function emptyNote(): string {
  return `<p class="empty">${escapeHtml(texts.empty)}</p>`
}

function eventItem({ id, event, at, distinctId, properties }: ReceivedEvent): string {
  const own = Object.entries(properties).filter(([name]) => !name.startsWith('$') && name !== 'token')
  return `<article class="mail" data-mail="${id}">
<h2>${truncate(event, 200)}</h2>
<p class="meta">${escapeHtml(texts.who)}: <b>${truncate(distinctId ?? '—', 200)}</b> · ${timeTagWithSeconds(at)}</p>
<p>${own
    .slice(0, 20)
    .map(([name, value]) => `<code>${truncate(`${name}: ${JSON.stringify(value)}`, 100)}</code>`)
    .join('<br>')}</p>
<details><summary>${escapeHtml(texts.everything)}</summary><pre>${truncate(textOf(properties), maxShownLength)}</pre></details>
</article>`
}

/** Formats properties on separate lines when they are short. */
function textOf(properties: Record<string, unknown>): string {
  const text = JSON.stringify(properties)
  return text.length > maxShownLength ? text : JSON.stringify(properties, null, 2)
}

function truncate(text: string, letters: number): string {
  return escapeHtml(text.length > letters ? `${text.slice(0, letters)}…` : text)
}
