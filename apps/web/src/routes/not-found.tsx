import { notFoundTexts as texts } from '@app/content/ru/ui/not-found'
import { NotFoundIllustration } from '#web/components/not-found-illustration.tsx'
import { PageLink } from '#web/components/page-link.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'

/** All unknown addresses. */
export default function NotFoundRoute() {
  usePageMeta({ title: texts.title })
  return (
    <Container className="grid min-h-[70svh] items-center gap-8 py-10 md:grid-cols-2 md:gap-12">
      <NotFoundIllustration className="w-full max-w-[30rem] justify-self-center rounded-3xl bg-amber-soft/40 md:order-2" />
      <div className="grid justify-items-start gap-5">
        <h1 className="headline text-title">{texts.title}</h1>
        <p className="max-w-[30rem] text-lg text-ink-soft">{texts.text}</p>
        <div className="flex flex-wrap gap-3">
          <PageLink to="/" className={buttonStyle({ size: 'lg' })}>
            {texts.home}
          </PageLink>
          <PageLink
            to="/profile"
            className={buttonStyle({
              size: 'lg',
              variant: 'ghost',
              className: 'max-sm:-ml-[min(1.5rem,4vw)]',
            })}
          >
            {texts.cabinet}
          </PageLink>
        </div>
        <p lang="en" className="text-sm text-ink-soft">
          {texts.original}
        </p>
      </div>
    </Container>
  )
}
