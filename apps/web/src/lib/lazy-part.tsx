import { type ComponentType, lazy, useState } from 'react'

/** A part of the page in a script of its own. Its type says which props it takes. */
export type PagePart<P> = {
  /** Fetches the part ahead of need. Keeps silent when that fails: showing it tries again. */
  preload: () => void
  /** What to render: the part itself once it is here, until then something that waits for it. */
  current: () => ComponentType<P>
}

export function pagePart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): PagePart<P> {
  async function fetchPart() {
    const part = await patiently(load)
    current = part.default
    return part
  }

  let current = lazy(fetchPart) as ComponentType<P>
  return {
    preload: () => void fetchPart().catch(() => {}),
    current: () => current,
  }
}

/**
 * Shows a part, at once if it has been fetched: React's own lazy components suspend for a moment even then, and
 * whoever waits for them sees the spinner for 300 ms.
 */
export function LazyPart<P extends object>({ part, props }: { part: PagePart<P>; props: P }) {
  // Kept while mounted: another type of component would lose what the visitor typed.
  const [Shown] = useState(part.current)
  return <Shown {...props} />
}

/** A phone that loses its network for a moment gets two more tries before the page counts as failed. */
async function patiently<T>(load: () => Promise<T>, waitsMs: readonly number[] = [500, 2000]): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const [waitMs, ...rest] = waitsMs
    if (waitMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return patiently(load, rest)
  }
}
