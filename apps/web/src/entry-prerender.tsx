import { brand } from '@app/content/ru/brand'
import { layoutTexts } from '@app/content/ru/ui/layout'
import { profileTexts } from '@app/content/ru/ui/profile'
import type { ClientConfig } from '@app/contracts/client-config'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { Layout } from './components/layout.tsx'
import { PageLoading } from './components/page-loading.tsx'
import { AnalyticsProvider } from './features/analytics/analytics-provider.tsx'
import { ForgetButton } from './features/auth/forget-button.tsx'
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

/** `src/early.ts` and `src/visitor.ts` as they stand in pages. */
type InlineScripts = { early: string; visitor: string }

/** Every page whose HTML is made at build, and the shells of the rest. */
export async function renderPages(config: ClientConfig, inline: InlineScripts) {
  const rendering = prerendered.map(async ({ path, file, meta }) => ({
    file,
    head: headTags({ meta, path, siteUrl: config.siteUrl }),
    ...(path === '/' && { early: await earlyMarkup(config, inline.early) }),
    body: withPhoneToken(
      await render(
        <StaticRouter location={path}>
          <AnalyticsProvider config={config}>
            <App config={config} pages={pages} />
          </AnalyticsProvider>
        </StaticRouter>,
      ),
    ),
  }))
  return [
    ...(await Promise.all(rendering)),
    {
      head: headTags({ meta: { title: brand.title } }),
      file: 'app.html',
      body: await shellMarkup(config, <Waiting />),
    },
    {
      head: headTags({ meta: { title: profileTexts.title } }),
      file: 'profile.html',
      route: 'src/routes/profile.tsx',
      knownRoutes: {
        account: 'src/routes/profile/known-profile.tsx',
        address: 'src/routes/profile/addressed-profile.tsx',
      },
      body: await shellMarkup(config, <CabinetWaiting />, `<script>${inline.visitor}</script>`),
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

/** Nothing needs to be waited for to greet whom `visitor.ts` tells of; what they press is pressed again once it is heard (`press-unheard.ts`). */
function CabinetWaiting() {
  return (
    <>
      <div className="in-data-visitor:hidden">
        <Waiting />
      </div>
      <div className="not-in-data-visitor:hidden">
        <VisitorScreen hasBought={false} />
      </div>
    </>
  )
}

/** The frame that all pages share. The script draws it anew: what stands inside differs from page to page. */
async function shellMarkup(config: ClientConfig, waiting: ReactNode, script = ''): Promise<string> {
  const frame = await render(
    <StaticRouter location="/">
      <ConfigContext value={config}>
        <Layout footerEnd={<ForgetButton />}>
          <noscript>
            <p className="px-5 pt-12 text-center text-lg">{layoutTexts.noScript}</p>
          </noscript>
          {waiting}
        </Layout>
      </ConfigContext>
    </StaticRouter>,
  )
  return withPhoneToken(`<template id="shell"></template>${script}${frame}`)
}

/** The place of what `early.ts` fetches, and the first two questions, which it shows while the quiz's own script is on its way. */
async function earlyMarkup(config: ClientConfig, script: string): Promise<string> {
  const questions = await render(
    <ConfigContext value={config}>
      <FirstQuestions />
    </ConfigContext>,
    // The page that is drawn behind them counts its ids from the same start.
    'early-',
  )
  const templates = `<template id="rest"></template><template id="questions"><div id="early">${questions}</div></template>`
  return `${templates}\n    <script>${script}</script>`
}

/** Draws all of it, lazy parts included, without any script that would put it together in the browser. */
async function render(page: ReactNode, identifierPrefix = ''): Promise<string> {
  const { prelude } = await prerender(page, {
    identifierPrefix,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return new Response(prelude).text()
}

/** A `tel:` address holds no spaces, though the phone a person reads does. */
function withPhoneToken(html: string): string {
  return html.replaceAll('href="tel:%OWNER_PHONE%"', 'href="tel:%OWNER_PHONE_DIGITS%"')
}
