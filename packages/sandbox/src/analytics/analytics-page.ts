import { sandboxAnalyticsTexts as texts } from '@app/content/ru/sandbox-analytics'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import type { ReceivedEvent } from './event-store.ts'

/** Of thousands of events a person looks at the newest. */
const shown = 200

/** What arrived as a page: newest events first, each with everything that came along. */
export function analyticsPage(events: readonly ReceivedEvent[]): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="mails" aria-live="polite">${events.length > 0 ? events.slice(0, shown).map(eventItem).join('\n') : emptyNote()}</div>
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
<h2>${escapeHtml(event)}</h2>
<p class="meta">${escapeHtml(texts.who)}: <b>${escapeHtml(distinctId ?? '—')}</b> · <time datetime="${at}">${clock(at)}</time></p>
<p>${own.map(([name, value]) => `<code>${escapeHtml(`${name}: ${JSON.stringify(value)}`)}</code>`).join('<br>')}</p>
<details><summary>${escapeHtml(texts.everything)}</summary><pre>${escapeHtml(JSON.stringify(properties, null, 2))}</pre></details>
</article>`
}

const clockFormat = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Asia/Almaty' })

function clock(at: string): string {
  return clockFormat.format(new Date(at))
}
