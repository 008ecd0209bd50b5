import { sandboxPaymentTexts as texts } from '@app/content/ru/sandbox/sandbox-payments'
import { formatTenge } from '@app/content/ru/writing/money'
import { typesetLine } from '@app/content/ru/writing/typeset'
import { escapeHtml } from '@app/domain/escape-html'
import type { PaymentErrorCode } from './payment-request.ts'
import type { CardPayment } from './sandbox-merchant.ts'
import type { SandboxShop } from './shop.ts'

/** Renders a payment page that looks like a bank's. */
export function cardPage(shop: SandboxShop, payment: CardPayment): string {
  const amount = formatTenge(payment.amountTiyn)
  return page(
    texts.title,
    `<form method="post" action="/sandbox/robokassa/Merchant/Pay" class="sheet">
<input type="hidden" name="key" value="${payment.key}">
<dl class="order">
<div><dt>${texts.shop}</dt><dd>${escapeHtml(shop.name)}</dd></div>
<div><dt>${texts.order} № ${escapeHtml(payment.invId)}</dt><dd>${escapeHtml(typesetLine(payment.description))}</dd></div>
<div class="amount"><dt>${texts.amount}</dt><dd>${amount}</dd></div>
</dl>
<div class="card" aria-hidden="true">
<i class="chip"></i>
<span class="number"><small>${texts.cardNumber}</small>4400 4300 0000 0002</span>
<span><small>${texts.cardUntil}</small>12/30</span><span><small>${texts.cardCode}</small>•••</span>
</div>
<p class="note">${texts.cardNote}</p>
<label>${texts.email}<input type="email" name="email" autocomplete="email" maxlength="254" value="${escapeHtml(payment.email)}"></label>
<button class="pay" name="action" value="once">${texts.pay} ${amount}</button>
<button class="decline" name="action" value="decline">${texts.decline}</button>
<details><summary>${texts.more}</summary>
<button name="action" value="twice">${texts.payTwice}</button><p class="note">${texts.payTwiceAbout}</p>
<button name="action" value="silently">${texts.paySilently}</button><p class="note">${texts.paySilentlyAbout}</p>
</details>
</form>`,
  )
}

/** Renders the error page for an invalid payment request. */
export function errorPage(code: PaymentErrorCode): string {
  return page(
    texts.errorTitle,
    `<div class="sheet"><p>${texts.errors[code]}</p><p class="note">${texts.errorCode}: ${code}</p>
<a class="back" href="/">${texts.back}</a></div>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#eef1f6">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/sandbox/robokassa/bank.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/robokassa/card.css">
</head>
<body>
<p class="ribbon">${texts.ribbon}</p>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}
