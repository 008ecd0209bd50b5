import { sandboxPaymentTexts } from '@app/content/ru/sandbox/sandbox-payments'
import { formatTenge } from '@app/content/ru/writing/money'
import { typesetLine } from '@app/content/ru/writing/typeset'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import { timeTagWithSeconds } from '../time-tag.ts'
import type { CallbackAttempt } from './notifier.ts'
import type { CardPayment } from './sandbox-merchant.ts'

const texts = sandboxPaymentTexts.list

/** Builds the page of payments and the shop's answers: newest first. */
export function paymentsPage(payments: readonly CardPayment[]): string {
  const items = payments.map(paymentItem).join('\n')
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="payments">${items || `<p class="empty">${escapeHtml(texts.empty)}</p>`}</div>
<form method="post" action="/sandbox/payments/clear"><button class="quiet">${escapeHtml(texts.clear)}</button></form>`,
  })
}

function paymentItem(payment: CardPayment): string {
  const callbacks = payment.callbacks.map((callback, at) =>
    callbackLine(callback, payment.isLost && at === payment.callbacks.length - 1),
  )
  return `<article class="mail" data-inv-id="${escapeHtml(payment.invId)}" data-state="${payment.state}">
<h2>№ ${escapeHtml(payment.invId)} · ${formatTenge(payment.amountTiyn)}</h2>
<p class="meta">${escapeHtml(typesetLine(payment.description))} · <b>${texts.states[payment.state]}</b> · ${timeTagWithSeconds(payment.at)}</p>
<p>${escapeHtml(texts.callbacks)}${callbacks.length === 0 ? `: ${escapeHtml(texts.none)}` : ''}</p>
<ol>${callbacks.join('')}</ol>
</article>`
}

function callbackLine({ at, status, answer, accepted }: CallbackAttempt, isLost: boolean): string {
  const verdict = accepted ? texts.accepted : isLost ? texts.lost : texts.refused
  return `<li>${timeTagWithSeconds(at)} — ${escapeHtml(verdict)} <code>${status ?? '—'} ${escapeHtml(answer)}</code></li>`
}
