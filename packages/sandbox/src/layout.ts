import { sandboxTexts } from '@app/content/ru/sandbox/sandbox'
import { escapeHtml } from '@app/domain/escape-html'

type Page = { title: string; lead: string; body: string; styles?: string; script?: string }

/** Renders a page of the sandbox. `body` is HTML. */
export function layout({ title, lead, body, styles, script }: Page): string {
  const stylesTag = styles ? `<link rel="stylesheet" href="/sandbox/assets/${styles}">` : ''
  const scriptTag = script ? `<script src="/sandbox/assets/${script}" type="module"></script>` : ''
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#fbf8f1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/sandbox/assets/sun.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/assets/sandbox.css">
${stylesTag}
${scriptTag}
</head>
<body>
<header>
<a class="brand" href="/sandbox"><img src="/sandbox/assets/sun.svg" alt="" width="28" height="28">${escapeHtml(sandboxTexts.title)}</a>
<a href="/">${escapeHtml(sandboxTexts.toSite)}</a>
</header>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
${body}
</main>
</body>
</html>
`
}
