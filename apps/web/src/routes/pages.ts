import type { ComponentType } from 'react'

/** The routes that arrive in their own script. The build renders some of them at once, so it brings its own. */
export type Pages = Record<'About' | 'Terms' | 'Privacy' | 'NotFound', ComponentType>
