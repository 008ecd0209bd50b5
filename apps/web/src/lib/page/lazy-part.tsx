import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'

/** A lazily loaded component. */
export type PagePart<P> = {
  /** Fetches the part ahead of need. Keeps silent when that fails: showing it tries again. */
  preload: () => void
  /** Loads the part with retries; resolves to false when it failed. */
  whenReady: () => Promise<boolean>
  /**
   * Returns the component to render: the part itself once it is loaded, until then one that waits
   * for it.
   */
  current: () => ComponentType<P>
}

/** Functions that reset failed parts. */
const failureResets = new Set<() => void>()

/** Makes all failed parts loadable again, because lazy components cache failures. */
export function retryFailedParts(): void {
  for (const forget of failureResets) forget()
  failureResets.clear()
}

export function pagePart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): PagePart<P> {
  const later = () => lazy(fetchPart) as ComponentType<P>
  let current = later()

  async function fetchOnce() {
    const part = await load()
    current = part.default
    return part
  }

  async function fetchPart() {
    try {
      return await retryWhileOffline(fetchOnce)
    } catch (error) {
      failureResets.add(() => {
        current = later()
      })
      throw error
    }
  }

  return {
    preload: () => void fetchOnce().catch(() => {}),
    whenReady: () =>
      retryWhileOffline(fetchOnce).then(
        () => true,
        () => false,
      ),
    current: () => current,
  }
}

/** Renders a part, immediately if it is loaded, because lazy components always suspend. */
export function LazyPart<P extends object>({ part, props }: { part: PagePart<P>; props: P }) {
  // Fixed while mounted, because a new component type would lose typed text.
  const [Component] = useState(part.current)
  return <Component {...props} />
}

type UnneededPartProps<P extends object> = {
  part: PagePart<P>
  props: P
  /** Called when the part fails. */
  onFailure?: (() => void) | undefined
  /** Shown where the part does not come. */
  children?: ReactNode
}

/** Shows a part that the page does without until it is here, and where it does not come. */
export function UnneededPart<P extends object>(asked: UnneededPartProps<P>) {
  const { part, props, onFailure, children } = asked
  const [isHere, setHere] = useState<boolean | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once
  useEffect(() => {
    void part.whenReady().then((isHere) => {
      setHere(isHere)
      if (!isHere) onFailure?.()
    })
  }, [part])
  if (isHere) return <LazyPart part={part} props={props} />
  return isHere === false ? children : null
}

/** Retries the load while offline. Throws when the site answers but the part fails. */
async function retryWhileOffline<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries > 1 && (await isSiteReachable())) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** Math.min(tries, 3)))
    }
  }
}

function isSiteReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
