import type { Subcategory } from '@app/domain/result/categories'
import { useSyncExternalStore } from 'react'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { readTicks, toggleTick } from './tick-store.ts'

/** Listeners on this page, because storage events reach only other tabs. */
const tickListeners = new Set<() => void>()

/** The ticks of a checklist as the device keeps them, whichever tab has set them last. */
export function useTicks(subcategory: Subcategory) {
  // Compared again once it is followed: a tick of another tab may come between the two.
  useSyncExternalStore(subscribeToTicks, storedTicks, () => null)
  const ticked = readTicks(deviceStore, subcategory)
  function toggle(item: string) {
    toggleTick(deviceStore, subcategory, item)
    for (const changed of tickListeners) changed()
  }
  return { ticked, toggle }
}

const storedTicks = () => deviceStore.getItem(deviceKeys.ticks)

function subscribeToTicks(changed: () => void): () => void {
  const look = ({ key }: StorageEvent) => {
    if (key === null || key === deviceKeys.ticks) changed()
  }
  tickListeners.add(changed)
  addEventListener('storage', look)
  return () => {
    tickListeners.delete(changed)
    removeEventListener('storage', look)
  }
}
