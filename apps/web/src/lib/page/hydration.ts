import { useEffect, useSyncExternalStore } from 'react'

/** Whether React has taken over the page that the build rendered, and listens. */
export function isHydrated(): boolean {
  return document.documentElement.dataset.ready !== undefined
}

/** Says so in the page, which `boot.inline.ts` and the stylesheet read, and repeats the press that came before. */
export function useMarkHydrated(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.earlyPress?.click()
    window.earlyPress = null
  }, [])
}

const never = () => () => {}

/** False in the build and while hydrating, then true: for what only a browser knows. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
