import { aboutPage } from '@app/content/ru/legal/about'
import { NutritionistCard } from '#web/components/nutritionist-card.tsx'
import { LegalPageView } from '#web/features/legal/legal-page.tsx'
import { useConfig } from '#web/lib/config.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { aboutMeta } from './page-metas.ts'

export default function AboutRoute() {
  usePageMeta(aboutMeta)
  const { owner } = useConfig()
  return (
    <LegalPageView page={aboutPage(owner)}>
      <NutritionistCard className="mt-8 rounded-3xl bg-mist p-6 sm:p-8" />
    </LegalPageView>
  )
}
