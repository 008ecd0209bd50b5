import { notFoundTexts as texts } from '@app/content/ru/ui/error-screen'
import { PageLink } from '#web/components/page-link.tsx'
import { usePageMeta } from '#web/lib/page-meta.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'

/** Every address that is no page. */
export default function NotFoundRoute() {
  usePageMeta({ title: texts.title })
  return (
    <Container className="grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <h1 className="headline text-title" lang="en">
        {texts.title}
      </h1>
      <p className="max-w-[34rem] text-lg text-ink-soft">{texts.text}</p>
      <PageLink to="/" className={buttonStyle({ size: 'lg' })}>
        {texts.home}
      </PageLink>
    </Container>
  )
}
