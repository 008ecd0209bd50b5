import { brand } from '@app/content/ru/brand'
import { useEffect } from 'react'

/** A route's title and description. */
export type PageMeta = { title: string; description?: string }

/** The tab's title: the page's own, then the product's. */
export function documentTitle({ title }: PageMeta): string {
  return title === brand.title ? `${brand.title}. ${brand.tagline}` : `${title} · ${brand.title}`
}

/** Sets the title and description of a route. */
export function usePageMeta(meta: PageMeta): void {
  const title = documentTitle(meta)
  const description = meta.description ?? brand.description
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [description])
}
