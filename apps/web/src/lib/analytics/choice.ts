import { deviceStore, type KeyValueStore, type PageStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

const choiceKey = deviceKeys.analyticsChoice

type Wishes = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Whether the browser itself asks sites not to follow its owner. */
export function isAskedNotTo({ doNotTrack, globalPrivacyControl }: Wishes): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true
}

/** Whether this visitor is counted: yes, until they or their browser say no. */
export function isCounted(store: KeyValueStore = deviceStore, wishes: Wishes = navigator): boolean {
  return !isAskedNotTo(wishes) && store.getItem(choiceKey) !== 'off'
}

/** Keeps the visitor's own choice on this device. `isChoiceKept` says whether the browser let it. */
export function saveChoice(counted: boolean, store: KeyValueStore = deviceStore): void {
  if (counted) store.removeItem(choiceKey)
  else store.setItem(choiceKey, 'off')
}

/** Whether the choice outlives the page: where storage is blocked it does not. */
export function isChoiceKept(store: Pick<PageStore, 'isKept'> = deviceStore): boolean {
  return store.isKept(choiceKey)
}
