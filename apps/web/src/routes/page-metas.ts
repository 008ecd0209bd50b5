import { brand } from '@app/content/ru/brand'
import { pageMetaTexts } from '@app/content/ru/ui/page-meta'
import type { PageMeta } from '#web/lib/page/page-meta.ts'

export const homeMeta: PageMeta = { title: brand.title }
export const aboutMeta: PageMeta = pageMetaTexts.about
export const termsMeta: PageMeta = pageMetaTexts.terms
export const privacyMeta: PageMeta = pageMetaTexts.privacy
