import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'

/** A part of the page in a script of its own. Its type says which props it takes. */
export type PagePart<P> = {
  /** Fetches the part ahead of need. Keeps silent when that fails: showing it tries again. */
  preload: () => void
  /** Fetches the part, patiently, for whoever shows it no sooner. Answers whether it is here: where it is not, showing it says so. */
  whenReady: () => Promise<boolean>
  /**
   * Returns the component to render: the part itself once it is loaded, until then one that waits
   * for it.
   */
  current: () => ComponentType<P>
}

/** How to give each part that failed to arrive another chance. */
const failureResets = new Set<() => void>()

/** Lets every part that failed be fetched anew: a lazy component by itself remembers its failure for good. */
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

/**
 * Shows a part, at once if it has been fetched: lazy components by themselves suspend for a moment even then, and
 * whoever waits for them sees the spinner flash by.
 */
export function LazyPart<P extends object>({ part, props }: { part: PagePart<P>; props: P }) {
  // Kept while mounted: another type of component would lose what the visitor typed. Another part needs another key.
  const [Component] = useState(part.current)
  return <Component {...props} />
}

type UnneededPartProps<P extends object> = {
  part: PagePart<P>
  props: P
  /** Told where the part does not come. */
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

/**
 * Tries until the part is here: whoever has lost their network waits, and goes on by itself when it returns. Throws when the
 * site answers and the part does not come all the same.
 */
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
