import { brand } from '@app/content/ru/brand'
import { escapeHtml } from '@app/domain/escape-html'
import { documentTitle, type PageMeta } from './page-meta.ts'

type Head = { meta: PageMeta; path?: string; siteUrl?: string }

/** The head of a prerendered page. A page without a path, the shell, is kept out of search engines. */
export function headTags({ meta, path, siteUrl = '' }: Head): string {
  const description = meta.description ?? brand.description
  const common = [
    `<title>${escapeHtml(documentTitle(meta))}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ]
  if (path === undefined) return [...common, '<meta name="robots" content="noindex" />'].join('\n    ')
  const address = `${siteUrl}${path}`
  const properties = {
    'og:type': 'website',
    'og:locale': 'ru_RU',
    'og:site_name': brand.title,
    'og:title': meta.title,
    'og:description': description,
    'og:url': address,
    'og:image': `${siteUrl}/og.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
  }
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  )
  return [
    ...common,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...tags,
  ].join('\n    ')
}
