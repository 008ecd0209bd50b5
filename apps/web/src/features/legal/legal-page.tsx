import type { LegalPage } from '@app/content/ru/legal/page'
import { legalTexts as texts } from '@app/content/ru/ui/legal'
import type { ReactNode } from 'react'
import { RichBlocks, RichLine } from '#web/components/rich-text.tsx'
import { Container } from '#web/ui/container.tsx'

/** A long page to be read and agreed to; on a wide screen its contents stay beside it. `children` come before its sections. */
export function LegalPageView({ page, children }: { page: LegalPage; children?: ReactNode }) {
  return (
    <Container className="grid grid-cols-1 gap-x-16 pt-8 pb-20 lg:grid-cols-[16rem_minmax(0,44rem)] lg:pt-14">
      <header className="lg:col-start-2">
        <h1 className="headline text-[min(var(--text-title),7.6vw)] leading-[1.12] hyphens-auto">
          {page.title}
        </h1>
        <p className="mt-3 text-label text-ink-soft">
          {texts.updated} <time dateTime={page.updatedOn}>{texts.day(page.updatedOn)}</time>
        </p>
        {page.intro.length > 0 && (
          <p className="mt-6 text-xl leading-relaxed">
            <RichLine content={page.intro} />
          </p>
        )}
        {children}
      </header>
      <Contents page={page} />
      <div className="mt-10 grid gap-10 lg:col-start-2">
        {page.sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`} className="headline text-[min(1.5rem,7.5vw)] leading-snug">
              {section.title}
            </h2>
            <div className="mt-3 grid gap-3 text-[1.0625rem] leading-relaxed">
              <RichBlocks blocks={section.blocks} />
            </div>
          </section>
        ))}
      </div>
    </Container>
  )
}

function Contents({ page }: { page: LegalPage }) {
  return (
    <nav
      aria-label={texts.contents}
      className="hidden lg:sticky lg:top-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block lg:self-start"
    >
      <p className="text-label font-medium">{texts.contents}</p>
      <ol className="mt-3 grid border-l border-line">
        {page.sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-label leading-snug text-ink-soft hover:border-meadow hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
