import { useEffect, useSyncExternalStore } from 'react'

/** Returns true when React has taken over the page that the build rendered, and listens. */
export function isHydrated(): boolean {
  return document.documentElement.dataset.ready !== undefined
}

/** Marks the page as hydrated, which `boot.inline.ts` and the stylesheet read, and repeats an earlier press outside of its content. */
export function useMarkHydrated(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    if (!window.earlyPress?.closest('main')) repeatEarlyPress()
  }, [])
}

/** Repeats a press on a button of the page's content, which is hydrated later than what is around it. */
export function useRepeatEarlyPress(): void {
  useEffect(repeatEarlyPress, [])
}

function repeatEarlyPress(): void {
  window.earlyPress?.click()
  window.earlyPress = null
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
