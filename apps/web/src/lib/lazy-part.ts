import { type ComponentType, lazy } from 'react'

type Loaded<P> = { default: ComponentType<P> }

/** A part of the page in a script of its own. `preload` fetches it ahead of need and keeps silent when it fails. */
export function lazyPart<P>(load: () => Promise<Loaded<P>>) {
  return {
    Part: lazy(() => patiently(load)),
    preload: () => void load().catch(() => {}),
  }
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
