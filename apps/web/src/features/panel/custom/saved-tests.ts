import { type SavedTest, savedTestSchema } from '@app/domain/panel/test-schema'
import { z } from 'zod'
import { deviceStore, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

const key = deviceKeys.panelTests

/** Reads the browser's saved tests; invalid values count as none. */
export function readSavedTests(): SavedTest[] {
  return z.array(savedTestSchema).safeParse(readJson(deviceStore, key)).data ?? []
}

export function storeSavedTests(tests: readonly SavedTest[]): void {
  deviceStore.setItem(key, JSON.stringify(tests))
}
