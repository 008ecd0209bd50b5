import { brand } from '@app/content/ru/brand'
import type { ClientConfig } from '@app/contracts/client-config'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { AnalyticsProvider } from './features/analytics/analytics-provider.tsx'
import { FirstQuestion } from './features/quiz/first-question.tsx'
import { ConfigContext } from './lib/config.ts'
import { headTags } from './lib/head-tags.ts'
import { readyPart } from './lib/lazy-part.tsx'
import type { PageMeta } from './lib/page-meta.ts'
import AboutRoute from './routes/about.tsx'
import NotFoundRoute from './routes/not-found.tsx'
import { aboutMeta, homeMeta, privacyMeta, termsMeta } from './routes/page-metas.ts'
import type { Pages } from './routes/pages.ts'
import PrivacyRoute from './routes/privacy.tsx'
import TermsRoute from './routes/terms.tsx'

const pages: Pages = {
  about: readyPart(AboutRoute),
  terms: readyPart(TermsRoute),
  privacy: readyPart(PrivacyRoute),
  notFound: readyPart(NotFoundRoute),
}

type Page = { path: string; file: string; meta: PageMeta }

const prerendered: Page[] = [
  { path: '/', file: 'index.html', meta: homeMeta },
  { path: '/about', file: 'about.html', meta: aboutMeta },
  { path: '/terms', file: 'terms.html', meta: termsMeta },
  { path: '/privacy', file: 'privacy.html', meta: privacyMeta },
]

/** Every page whose HTML is made at build, and the empty shell for the rest. The first page carries `earlyScript`. */
export function renderPages(config: ClientConfig, earlyScript: string) {
  const rendered = prerendered.map(({ path, file, meta }) => ({
    file,
    head: headTags({ meta, path, siteUrl: config.siteUrl }),
    early: path === '/' ? earlyMarkup(config, earlyScript) : '',
    body: withPhoneToken(
      renderToString(
        <StrictMode>
          <StaticRouter location={path}>
            <AnalyticsProvider config={config}>
              <App config={config} pages={pages} />
            </AnalyticsProvider>
          </StaticRouter>
        </StrictMode>,
      ),
    ),
  }))
  const shell = { file: 'app.html', head: headTags({ meta: { title: brand.title } }), early: '', body: '' }
  return [...rendered, shell]
}

/** The first question, to be shown by `early.ts` while the quiz's own script is on its way. */
function earlyMarkup(config: ClientConfig, script: string): string {
  const question = renderToString(
    <ConfigContext value={config}>
      <FirstQuestion />
    </ConfigContext>,
  )
  return `<template id="first-question"><div id="early">${question}</div></template>\n    <script>${script}</script>`
}

/** A `tel:` address holds no spaces, though the phone a person reads does. */
function withPhoneToken(html: string): string {
  return html.replaceAll('href="tel:%OWNER_PHONE%"', 'href="tel:%OWNER_PHONE_DIGITS%"')
}
