import type { Subcategory } from '@app/domain/result/categories'
import { useEffect, useState } from 'react'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { readTicks, toggleTick } from './tick-store.ts'

/** The ticks of a checklist as the device keeps them, whichever tab has set them last. */
export function useTicks(subcategory: Subcategory) {
  const [ticked, setTicked] = useState(() => readTicks(deviceStore, subcategory))
  useEffect(() => {
    function follow({ key }: StorageEvent) {
      if (key === null || key === deviceKeys.ticks) setTicked(readTicks(deviceStore, subcategory))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [subcategory])
  const toggle = (item: string) => setTicked(toggleTick(deviceStore, subcategory, item))
  return { ticked, toggle }
}
