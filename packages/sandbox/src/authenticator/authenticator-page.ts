import { sandboxAuthenticatorTexts as texts } from '@app/content/ru/sandbox/sandbox-authenticator'
import { escapeHtml } from '@app/domain/escape-html'
import { layout } from '../layout.ts'
import type { ShownKey } from './enrolled-key.ts'

/** Renders the codes of all enrolled keys and a field for a copied key. */
export function authenticatorPage(keys: readonly ShownKey[]): string {
  return layout({
    title: texts.title,
    lead: texts.about,
    body: `<div id="keys">${keys.length > 0 ? keys.map(keyItem).join('\n') : `<p class="empty">${escapeHtml(texts.empty)}</p>`}</div>
<form id="paste" class="mail" data-refused="${escapeHtml(texts.notAKey)}">
<label for="secret">${escapeHtml(texts.pasteLabel)}</label>
<p class="code"><input id="secret" name="secret" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">${escapeHtml(texts.show)}</button></p>
<p class="code" id="pasted" hidden>${codeParts('', 0)}</p>
<p class="meta" id="refused" role="alert"></p>
</form>`,
    script: 'authenticator.js',
  })
}

function keyItem({ account, code, secondsLeft, isConfirmed }: ShownKey): string {
  return `<article class="mail">
<h2>${escapeHtml(account)}${isConfirmed ? '' : ` · ${escapeHtml(texts.unconfirmed)}`}</h2>
<p class="code">${codeParts(code, secondsLeft)}</p>
</article>`
}

function codeParts(code: string, secondsLeft: number): string {
  return `<output>${code}</output>
<button type="button" data-copy="${code}" data-done="${escapeHtml(texts.copied)}">${escapeHtml(texts.copy)}</button>
<span class="meta">${escapeHtml(texts.secondsLeft)} <b>${secondsLeft}</b></span>`
}
