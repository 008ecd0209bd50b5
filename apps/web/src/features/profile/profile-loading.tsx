import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { PageLoading } from '#web/components/page-loading.tsx'

export function ProfileLoading() {
  return <PageLoading label={texts.loading} />
}
