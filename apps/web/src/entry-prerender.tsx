import { brand } from '@app/content/ru/brand'
import { layoutTexts } from '@app/content/ru/ui/layout'
import type { ClientConfig } from '@app/contracts/client-config'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { Layout } from './components/layout.tsx'
import { PageLoading } from './components/page-loading.tsx'
import { AnalyticsProvider } from './features/analytics/analytics-provider.tsx'
import { FirstQuestions } from './features/quiz/steps/first-questions.tsx'
import { ConfigContext } from './lib/config.ts'
import { headTags } from './lib/page/head-tags.ts'
import { readyPart } from './lib/page/lazy-part.tsx'
import type { PageMeta } from './lib/page/page-meta.ts'
import AboutRoute from './routes/about.tsx'
import ElsewhereRoute from './routes/elsewhere.tsx'
import { aboutMeta, homeMeta, privacyMeta, termsMeta } from './routes/page-metas.ts'
import type { Pages } from './routes/pages.ts'
import PrivacyRoute from './routes/privacy.tsx'
import TermsRoute from './routes/terms.tsx'

const pages: Pages = {
  about: readyPart(AboutRoute),
  terms: readyPart(TermsRoute),
  privacy: readyPart(PrivacyRoute),
  elsewhere: readyPart(ElsewhereRoute),
}

type Page = { path: string; file: string; meta: PageMeta }

const prerendered: Page[] = [
  { path: '/', file: 'index.html', meta: homeMeta },
  { path: '/about', file: 'about.html', meta: aboutMeta },
  { path: '/terms', file: 'terms.html', meta: termsMeta },
  { path: '/privacy', file: 'privacy.html', meta: privacyMeta },
]

/** What stands in place of a page that only the browser can draw. Named by the routes whose scripts it announces. */
const shells: { file: string; route?: string }[] = [
  { file: 'app.html' },
  { file: 'profile.html', route: 'src/routes/profile.tsx' },
]

/** Every page whose HTML is made at build, and the shells of the rest. The first page carries `earlyScript`. */
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
  const shell = { head: headTags({ meta: { title: brand.title } }), early: '', body: shellMarkup(config) }
  return [...rendered, ...shells.map((each) => ({ ...shell, ...each }))]
}

/** The frame that all pages share. React draws it anew: what stands inside differs from page to page. */
function shellMarkup(config: ClientConfig): string {
  const frame = renderToString(
    <StaticRouter location="/">
      <ConfigContext value={config}>
        <Layout>
          <noscript>
            <p className="px-5 pt-12 text-center text-lg">{layoutTexts.noScript}</p>
          </noscript>
          <div className="noscript:hidden">
            <PageLoading />
          </div>
        </Layout>
      </ConfigContext>
    </StaticRouter>,
  )
  return withPhoneToken(`<template id="shell"></template>${frame}`)
}

/** The first two questions, to be shown by `early.ts` while the quiz's own script is on its way. */
function earlyMarkup(config: ClientConfig, script: string): string {
  const questions = renderToString(
    <ConfigContext value={config}>
      <FirstQuestions />
    </ConfigContext>,
  )
  return `<template id="questions"><div id="early">${questions}</div></template>\n    <script>${script}</script>`
}

/** A `tel:` address holds no spaces, though the phone a person reads does. */
function withPhoneToken(html: string): string {
  return html.replaceAll('href="tel:%OWNER_PHONE%"', 'href="tel:%OWNER_PHONE_DIGITS%"')
}
