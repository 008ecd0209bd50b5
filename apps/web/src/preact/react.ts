import { createElement } from 'preact'
import { lazy as lazyPart } from 'preact/compat'

/**
 * What `react` names in everything that is built for a browser (docs/decisions/0236): Preact in React's words, and what it has not of them.
 * Names given here come before those of the same name there.
 */
// @ts-expect-error Its types are those of one object, its module has names.
export * from 'preact/compat'
export { default } from 'preact/compat'
export { Activity, useEffect, useLayoutEffect, useSyncExternalStore } from './activity.ts'

/** Nothing is fetched at build: what is not there leaves an element in its place, which it takes over in a browser. */
export const lazy = import.meta.env.SSR ? () => placeOfPart : lazyPart

function placeOfPart() {
  return createElement('template', null)
}

/** The router imports it for a mode that the site does not use. */
export function useOptimistic(): never {
  throw new Error('Preact has no useOptimistic')
}
