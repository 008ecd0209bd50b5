import type { TellVisit } from '@app/contracts/visits'
import { reportedSteps } from '@app/domain/visits/reported-steps'
import { startVisit, updateVisit, type VisitProgress, type VisitSnapshot } from '@app/domain/visits/visit'
import { isTrackingAllowed } from '#web/lib/analytics/choice.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { readConfig } from '#web/lib/config.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { quizStore } from './use-quiz.ts'

/**
 * Reports the progress of the visit to our server when the page is hidden or comes online. It
 * reports no answer, and nothing of staff or of visitors who have opted out. Call it once.
 */
export function reportVisit(): void {
  const { apiUrl } = readConfig()
  // The address that this page was opened with, and its referrer.
  const { searchParams } = new URL(performance.getEntriesByType('navigation')[0]?.name || location.href)
  const from = [
    searchParams.get('utm_source'),
    searchParams.get('utm_medium'),
    searchParams.get('utm_campaign'),
    document.referrer.split('/')[2],
  ]
  let watched = startVisit(takeVisitSnapshot())
  let told: string | undefined
  let [asked, token]: (string | undefined)[] = []
  // A fast visitor's visit has begun; a returning visitor's begins with a press.
  if (watched[1] > 1 && navigator.userActivation?.hasBeenActive)
    watched = updateVisit(watched, takeVisitSnapshot())

  let isStaff: boolean | undefined

  function tell(visit: VisitProgress[0] | false) {
    // Staff have a role in the stored session, so their visits are not reported. It is checked at
    // each step, because the session may end.
    isStaff ||= /"role":"(?!auth)/.test(`${deviceStore.getItem(deviceKeys.session)}`)
    const body = JSON.stringify({ ...visit, from, token } satisfies { [Key in keyof TellVisit]?: unknown })
    if (isStaff || !visit || body === told || !isTrackingAllowed()) return
    // A beacon reports no failure, so offline visits wait.
    if (navigator.onLine && navigator.sendBeacon?.(`${apiUrl}/visits`, body)) told = body
  }

  quizStore.subscribe(() => {
    const before = watched[0]
    watched = updateVisit(watched, takeVisitSnapshot())
    const visit = watched[0]
    // Each visit has its own token. A failed request is repeated at the next press.
    if (visit && visit.id !== asked && isTrackingAllowed()) {
      asked = visit.id
      token = undefined
      fetch(`${apiUrl}/visits/token`)
        .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
        .then(
          (text) => {
            token = text
          },
          () => {
            asked = undefined
          },
        )
    }
    // The visit that ends here, by starting over or by its result, has no later moment to be told
    // in.
    tell(visit ? visit.finished && visit : before)
  })
  // A page that becomes visible has nothing to report.
  for (const type of ['visibilitychange', 'online']) addEventListener(type, () => tell(watched[0]))
}

function takeVisitSnapshot(): VisitSnapshot {
  const { attemptId, quiz } = quizStore.get()
  return [attemptId, reportedSteps.indexOf(quiz.stepId) + 1, quiz.completed, Date.now()]
}
