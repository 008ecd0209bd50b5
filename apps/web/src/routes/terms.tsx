import { termsPage } from '@app/content/ru/legal/terms'
import { LegalPageView } from '#web/features/legal/legal-page.tsx'
import { useConfig } from '#web/lib/config.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { termsMeta } from './page-metas.ts'

export default function TermsRoute() {
  usePageMeta(termsMeta)
  const { owner } = useConfig()
  return <LegalPageView page={termsPage(owner)} />
}
