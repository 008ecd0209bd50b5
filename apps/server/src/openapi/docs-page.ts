import { apiDocsTexts as texts } from '@app/content/ru/api-docs'
import { escapeHtml } from '@app/domain/escape-html'
import type { OpenApiDocument, Operation } from './openapi-document.ts'

/** The document as a page to read: every call with what it takes and answers. It needs no script. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const base = document.servers[0]?.url ?? ''
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(document.info.title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(document.info.description)}</p>
<p>${escapeHtml(texts.base)}: <code>${escapeHtml(base)}</code> · <a href="docs/json">OpenAPI 3.1, JSON</a></p>
<nav aria-label="${escapeHtml(texts.contents)}"><ul>
${calls.map(({ method, path, operation }) => `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`).join('\n')}
</ul></nav>
${calls.map(callSection).join('\n')}
<section id="refusal"><h2>${escapeHtml(texts.refusalTitle)}</h2><p>${escapeHtml(texts.refusal)}</p>
${schemaBlock(document.components.schemas.Refusal)}</section>
</main>
</body>
</html>
`
}

type CallEntry = { method: string; path: string; operation: Operation }

function callSection({ method, path, operation }: CallEntry): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  return `<section id="${operationId}">
<h2><b>${method}</b> <code>${escapeHtml(path)}</code></h2>
${summary ? `<p>${escapeHtml(summary)}</p>` : ''}
${parameters.length > 0 ? `<h3>${escapeHtml(texts.parameters)}</h3><ul>${parameters.map(parameterItem).join('')}</ul>` : ''}
${body ? `<h3>${escapeHtml(texts.body)}</h3>${schemaBlock(body)}` : ''}
${Object.entries(responses).map(responseBlock).join('\n')}
</section>`
}

function parameterItem({ name, in: place, required, schema }: NonNullable<Operation['parameters']>[number]) {
  const need = required ? texts.required : texts.optional
  return `<li><code>${escapeHtml(name)}</code> (${place}, ${escapeHtml(need)}): <code>${escapeHtml(JSON.stringify(schema))}</code></li>`
}

function responseBlock([status, { content }]: [string, Operation['responses'][string]]): string {
  if (status === 'default') return `<p><a href="#refusal">${escapeHtml(texts.otherwise)}</a></p>`
  const schema = content?.['application/json']?.schema
  return `<h3>${escapeHtml(texts.answer)} ${status}</h3>${schema ? schemaBlock(schema) : ''}`
}

function schemaBlock(schema: unknown): string {
  return `<details><summary>${escapeHtml(texts.schema)}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2) ?? '')}</pre></details>`
}

const css = `body{margin:0;background:#fbf8f1;color:#20302c;font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem}h2{font-size:1.125rem;margin:2.5rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
section{border-top:1px solid #e2dccd}nav ul{columns:2 18rem;padding:0;list-style:none}
a{color:#1c6b52}summary{cursor:pointer;min-height:2.75rem;line-height:2.75rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere}
pre{background:#fff;border:1px solid #e2dccd;border-radius:.75rem;padding:1rem;overflow:auto;max-height:32rem}`
