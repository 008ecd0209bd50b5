import { isRecord } from '@app/domain/is-record'
import type { Subcategory } from '@app/domain/result/categories'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

/**
 * Returns which items of a checklist are ticked off on this device: the words themselves, so that a
 * changed item is a new one.
 */
export function readTicks(store: KeyValueStore, subcategory: Subcategory): ReadonlySet<string> {
  const all = readJson(store, deviceKeys.ticks)
  const items = isRecord(all) ? all[subcategory] : null
  return new Set(Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [])
}

/** Ticks an item off, or takes its tick back, and answers all that is ticked now: another tab may have ticked more. */
export function toggleTick(
  store: KeyValueStore,
  subcategory: Subcategory,
  item: string,
): ReadonlySet<string> {
  const ticked = new Set(readTicks(store, subcategory))
  if (!ticked.delete(item)) ticked.add(item)
  keepTicks(store, subcategory, ticked)
  return ticked
}

function keepTicks(store: KeyValueStore, subcategory: Subcategory, ticked: ReadonlySet<string>): void {
  const all = readJson(store, deviceKeys.ticks)
  store.setItem(deviceKeys.ticks, JSON.stringify({ ...(isRecord(all) && all), [subcategory]: [...ticked] }))
}
