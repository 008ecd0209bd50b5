import { fetchLaterFonts } from '#web/lib/page/later-fonts.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { followTabs } from './follow-tabs.ts'
import { tellVisits } from './tell-visits.ts'

/** Begins what no first answer waits for. To be called once. */
export function beginLater(): void {
  followTabs()
  tellVisits()
  // Long before the contact, and not beside what the first questions are still waiting for.
  setTimeout(() => whenIdle(fetchLaterFonts), 5000)
}
