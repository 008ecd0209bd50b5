import type { PagePart } from '#web/lib/page/lazy-part.tsx'

/** The routes that arrive in their own script. The build renders some of them at once, so it brings its own. */
export type Pages = Record<'about' | 'terms' | 'privacy' | 'elsewhere', PagePart<object>>
