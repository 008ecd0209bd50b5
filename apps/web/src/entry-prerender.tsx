import { brand } from '@app/content/ru/brand'
import { layoutTexts } from '@app/content/ru/ui/layout'
import type { ClientConfig } from '@app/contracts/client-config'
import { type ReactNode, StrictMode } from 'react'
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
import { VisitorScreen } from './routes/profile/visitor-screen.tsx'
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

const needs = 'first'

/** What the build has to put into pages: plain script, and the place where it names the scripts of whoever is known. */
type Inserts = { early: string; visitor: string; knownMarker: string }

/** Every page whose HTML is made at build, and the shells of the rest. */
export function renderPages(config: ClientConfig, inserts: Inserts) {
  const rendered = prerendered.map(({ path, file, meta }) => ({
    file,
    head: headTags({ meta, path, siteUrl: config.siteUrl }),
    ...(path === '/' ? { early: earlyMarkup(config, inserts.early), needs } : { early: '' }),
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
  const shell = { head: headTags({ meta: { title: brand.title } }), early: '' }
  return [
    ...rendered,
    { ...shell, file: 'app.html', body: shellMarkup(config, <Waiting />) },
    {
      ...shell,
      file: 'profile.html',
      route: 'src/routes/profile.tsx',
      knownRoute: 'src/routes/profile/known-profile.tsx',
      needs,
      body: shellMarkup(config, <CabinetWaiting />, { known: inserts.knownMarker, script: inserts.visitor }),
    },
  ]
}

function Waiting() {
  return (
    <div className="noscript:hidden">
      <PageLoading />
    </div>
  )
}

/** Nothing needs to be waited for to greet whom `visitor.ts` tells of; what they press is pressed again once it is heard (`unheard.ts`). */
function CabinetWaiting() {
  return (
    <>
      <div className="in-data-visitor:hidden">
        <Waiting />
      </div>
      <div className="not-in-data-visitor:hidden">
        <VisitorScreen hasBought={false}>
          <p className="late-note absolute -mt-4 max-w-sm pr-5 text-ink-soft">{layoutTexts.late}</p>
        </VisitorScreen>
      </div>
    </>
  )
}

/** The frame that all pages share. React draws it anew: what stands inside differs from page to page. */
function shellMarkup(
  config: ClientConfig,
  waiting: ReactNode,
  visitor?: { known: string; script: string },
): string {
  const frame = renderToString(
    <StaticRouter location="/">
      <ConfigContext value={config}>
        <Layout>
          <noscript>
            <p className="px-5 pt-12 text-center text-lg">{layoutTexts.noScript}</p>
          </noscript>
          {waiting}
        </Layout>
      </ConfigContext>
    </StaticRouter>,
  )
  const asking = visitor ? `<script>${visitor.script}</script>` : ''
  return withPhoneToken(`<template id="shell">${visitor?.known ?? ''}</template>${asking}${frame}`)
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
