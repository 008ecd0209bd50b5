import { brand } from '@app/content/ru/brand'
import { profileTexts } from '@app/content/ru/ui/profile'
import type { ClientConfig } from '@app/contracts/client-config'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { headTags } from './lib/page/head-tags.ts'
import type { PageMeta } from './lib/page/page-meta.ts'
import { aboutMeta, homeMeta, privacyMeta, termsMeta } from './routes/page-metas.ts'

/** `path` is the address it is rendered at. One that is not `listed` is kept out of search engines. */
type Page = { path: string; file: string; meta: PageMeta; listed?: boolean; part?: string }

const pages: Page[] = [
  { path: '/', file: 'index.html', meta: homeMeta, listed: true },
  { path: '/about', file: 'about.html', meta: aboutMeta, listed: true },
  { path: '/terms', file: 'terms.html', meta: termsMeta, listed: true },
  { path: '/privacy', file: 'privacy.html', meta: privacyMeta, listed: true },
  {
    ...{ path: '/profile', file: 'profile.html', meta: { title: profileTexts.title } },
    part: 'src/routes/profile.tsx',
  },
  // The shell of all client-rendered pages.
  { path: '/payment_failed', file: 'app.html', meta: { title: brand.title } },
]

/** A page as `build/pages.ts` writes it; `part` is the source of the script that draws it. */
export type RenderedPage = { file: string; head: string; body: string; part: string | undefined }

/** Renders every page that is a file of the build. */
export function renderPages(config: ClientConfig): Promise<RenderedPage[]> {
  return Promise.all(
    pages.map(async ({ path, file, meta, listed, part }) => ({
      file,
      head: headTags(listed ? { meta, path, siteUrl: config.siteUrl } : { meta }),
      body: withDialablePhone(await render(path, config)),
      part,
    })),
  )
}

/** Waits for lazy parts. No boundary is put at the end of the page, so no script has to put it in its place. */
async function render(path: string, config: ClientConfig): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App config={config} />
    </StaticRouter>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}

/** A `tel:` address holds no spaces, though the phone a person reads does. */
function withDialablePhone(html: string): string {
  return html.replaceAll('href="tel:%OWNER_PHONE%"', 'href="tel:%OWNER_PHONE_DIGITS%"')
}
