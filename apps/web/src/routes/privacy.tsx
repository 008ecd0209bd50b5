import { privacyPage } from '@app/content/ru/legal/privacy'
import { AnalyticsChoice } from '#web/features/analytics/analytics-choice.tsx'
import { LegalPageView } from '#web/features/legal/legal-page.tsx'
import { useConfig } from '#web/lib/config.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { privacyMeta } from './page-metas.ts'

export default function PrivacyRoute() {
  usePageMeta(privacyMeta)
  const { owner } = useConfig()
  return (
    <>
      <LegalPageView page={privacyPage(owner)} />
      <AnalyticsChoice />
    </>
  )
}
