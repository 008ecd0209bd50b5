import { escapeHtml } from '@app/domain/escape-html'
import { tidyText } from '@app/domain/tidy-text'
import { brand } from '../brand.ts'
import type { Inline } from '../writing/rich-text.ts'
import { nbsp } from '../writing/typeset.ts'
import type { MailPart } from './mail-part.ts'

/*
 * Mail programs support only old HTML: tables, and styles on each element. `<style>` holds only the
 * dark scheme, because some programs ignore it. Outlook supports neither rounded corners nor padded
 * links, so it gets VML.
 */

const ink = '#14342b'
const inkSoft = '#4a6259'
const paper = '#fbf8f1'
const card = '#fffdf9'
const mist = '#e7eee6'
const lineColor = '#ddd8c8'
const meadow = '#3f7d5d'
const link = '#2c6147'
const amber = '#f2a33a'

const sans =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const serif = "font-family:Literata,Georgia,'Times New Roman',serif"
const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The dark style of each class. */
const dark: Readonly<Record<string, string>> = {
  paper: 'background:#101d18',
  card: 'background:#17261f;border-color:#2c3d35',
  ink: 'color:#e9efe8',
  soft: 'color:#a9bab0',
  line: 'border-color:#2c3d35',
  code: 'background:#22352c;color:#e9efe8',
  link: 'color:#93d3b0',
  pill: 'background:#79c199;color:#10201a',
  horizon: 'background:#e9efe8',
}

const important = (style: string) => style.replaceAll(/(;|$)/g, ' !important$1')
const darkRules = Object.entries(dark)
  .map(([name, style]) => `.${name}{${important(style)}}`)
  .join('')
const outlookRules = Object.entries(dark)
  .map(([name, style]) => `[data-ogsc] .${name}{${important(style)}}`)
  .join('')

const textStyle = `margin:0 0 16px;${sans};font-size:16px;line-height:25px;color:${ink}`

export function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p class="ink" style="${textStyle}">${escapeHtml(part.text)}</p>`
    case 'small':
      return `<p class="soft" style="margin:0 0 12px;${sans};font-size:14px;line-height:21px;color:${inkSoft}">${typeof part.text === 'string' ? linkUrls(escapeHtml(part.text)) : part.text.map(inlineHtml).join('')}</p>`
    case 'code':
      return `<p class="code" style="margin:8px 0 24px;padding:18px 8px 18px 16px;background:${mist};border-radius:16px;text-align:center;font-family:Menlo,Consolas,monospace;font-size:36px;line-height:44px;font-weight:700;letter-spacing:8px;color:${ink}">${escapeHtml(part.code)}</p>`
    case 'button':
      return pill(escapeHtml(part.label), escapeHtml(part.href))
    case 'rows':
      return `${table} width="100%" style="margin:0 0 20px">${part.rows.map(rowHtml).join('')}</table>`
    case 'list':
      return `<ol class="ink" style="margin:0 0 16px;padding-left:24px;${sans};font-size:16px;line-height:25px;color:${ink}">${part.items.map((item) => `<li style="margin:0 0 8px">${escapeHtml(item)}</li>`).join('')}</ol>`
  }
}

function inlineHtml(piece: Inline): string {
  return typeof piece === 'string'
    ? escapeHtml(piece)
    : anchor(escapeHtml(piece.href), escapeHtml(piece.text))
}

/** Turns the addresses in our texts into links, because some mail programs do not. */
function linkUrls(html: string): string {
  return html.replaceAll(/https:\/\/[^\s,;]*[^\s,;.)]/g, (href) =>
    anchor(href, href.slice('https://'.length)),
  )
}

function anchor(href: string, words: string): string {
  return `<a class="link" href="${href}" style="color:${link};word-break:break-word">${words}</a>`
}

/** Renders a button. Outlook needs its width in advance. */
function pill(label: string, href: string): string {
  const width = 64 + label.length * 10
  return `<div style="margin:8px 0 24px"><!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="${href}" style="height:50px;width:${width}px;v-text-anchor:middle" arcsize="50%" stroke="f" fillcolor="${meadow}"><center style="color:#ffffff;font-family:'Segoe UI',sans-serif;font-size:16px;font-weight:600">${label}</center></v:roundrect><![endif]--><!--[if !mso]><!--><a class="pill" href="${href}" style="display:inline-block;padding:14px 30px;background:${meadow};border-radius:999px;${sans};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a><!--<![endif]--></div>`
}

/** A short name does not break; the value wraps. */
function rowHtml([name, value]: readonly [string, string]): string {
  const cell = `padding:10px 0;${sans};font-size:16px;line-height:23px;vertical-align:top;border-bottom:1px solid ${lineColor}`
  const whole = name.length <= 22 ? name.replaceAll(' ', nbsp) : name
  return `<tr><td class="soft line" style="${cell};color:${inkSoft};padding-right:20px">${escapeHtml(whole)}</td><td class="ink line" align="right" style="${cell};color:${ink};text-align:right;word-break:break-word">${escapeHtml(tidyText(value))}</td></tr>`
}

/**
 * Draws the rising sun with two table cells, because mail programs block images. Outlook shows a
 * full circle.
 */
const sun = `${table}><tr><td align="center" style="padding:0 6px;font-size:0;line-height:0"><!--[if mso]><v:oval xmlns:v="urn:schemas-microsoft-com:vml" style="width:22px;height:22px" stroke="f" fillcolor="${amber}"></v:oval><![endif]--><!--[if !mso]><!--><div style="width:26px;height:13px;background:${amber};border-radius:13px 13px 0 0"></div><!--<![endif]--></td></tr><tr><td class="horizon" height="2" style="height:2px;background:${ink};border-radius:2px;font-size:0;line-height:0">&nbsp;</td></tr></table>`

type Page = { subject: string; title: string; preview: string; body: string }

/**
 * Renders the HTML page of every mail. The dots after the preview keep the page's text out of the
 * mailbox's preview.
 */
export function mailPage({ subject, title, preview, body }: Page): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules}}${outlookRules}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#8203;&nbsp;'.repeat(40)}</div>
${table} width="100%" class="paper" bgcolor="${paper}" style="background:${paper}"><tr><td align="center" style="padding:28px 12px 32px">
${table} width="100%" style="max-width:520px"><tr><td style="padding:0 8px 18px">
${table}><tr><td valign="middle">${sun}</td><td class="ink" valign="middle" style="padding-left:12px;${serif};font-size:20px;line-height:24px;font-weight:600;color:${ink}">${escapeHtml(brand.title)}</td></tr></table>
</td></tr><tr><td class="card" bgcolor="${card}" style="padding:32px 26px 20px;background:${card};border:1px solid ${lineColor};border-radius:24px">
<h1 class="ink" style="margin:0 0 18px;${serif};font-size:27px;line-height:34px;font-weight:600;letter-spacing:-0.2px;color:${ink}">${escapeHtml(title)}</h1>
${body}
</td></tr><tr><td class="soft" style="padding:18px 8px 0;${sans};font-size:13px;line-height:19px;color:${inkSoft}">${escapeHtml(brand.title)}. ${escapeHtml(brand.tagline)}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
