import { followTabs } from './follow-tabs.ts'
import { tellVisits } from './tell-visits.ts'

/** Begins what no first answer waits for. To be called once. */
export function beginLater(): void {
  followTabs()
  tellVisits()
}
