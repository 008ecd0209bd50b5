import { useMemo, useSyncExternalStore } from 'react'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { readConfig } from '#web/lib/config.ts'
import { reportError } from '#web/lib/report-error.ts'
import { accessToken } from '#web/lib/session/access-token.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { afterAnswer, type Delivery } from './delivery.ts'
import { createOutbox, type Outbox, type SendLead } from './outbox.ts'
import { outboxKey } from './outbox-key.ts'
import { clearUnsent, findReceipt, findUnsent, saveReceipt, saveUnsent } from './receipts.ts'
import { sendLeadTo } from './send-lead.ts'

let outbox: Outbox | null = null

/** The outbox of this page, started at its first use: sends what waits now and whenever the network returns. */
export function pageOutbox(apiUrl: string): Outbox {
  if (outbox) return outbox
  outbox = createOutbox({
    store: deviceStore,
    send: withReceiptSaved(sendLeadTo(apiUrl, tokenOf)),
    signedInId,
    onPosted: (kept) => saveUnsent(tabStore, kept),
    onFailed(status) {
      const message = status === null ? 'The server did not answer' : `The server answered ${status}`
      // A warning, because errors are reported.
      console.warn(`An attempt waits to be saved. ${message}`)
      reportError({ type: 'lead_save_failed', message })
    },
    onRefused: (status) => reportError({ type: 'lead_refused', message: `The server answered ${status}` }),
    setTimer: setTimeout,
    whenShown: () => new Promise((resolve) => setTimeout(resolve)),
  })
  window.addEventListener('online', outbox.flush)
  window.addEventListener('storage', ({ key }) => {
    if (key === outboxKey) resendUnconfirmed()
  })
  if (!outbox.isEmpty()) void outbox.flush()
  resendUnconfirmed()
  return outbox
}

/** Sends again what this tab has finished and another has delivered: only the sender hears what opens it. */
function resendUnconfirmed(): void {
  const own = findUnsent(tabStore)
  if (own && !outbox?.holds(own.request.attemptId)) void outbox?.post(own.request, own.userId)
}

/** Stores the receipt with the request, because the page may be reloaded. */
function withReceiptSaved(send: SendLead): SendLead {
  return async (request, userId) => {
    const answer = await send(request, userId)
    const delivery = afterAnswer(answer)
    if (delivery.status === 'saved') {
      saveReceipt(tabStore, { request, userId: answer.userId ?? null }, delivery.resultToken)
    }
    if (delivery.status !== 'waiting') clearUnsent(tabStore, request.attemptId)
    return answer
  }
}

/**
 * Returns the token that opens the attempt on the server. Waits a little for an answer that is on
 * its way; undefined when none came.
 */
export async function waitForResultToken(apiUrl: string, attemptId: string): Promise<string | undefined> {
  const box = pageOutbox(apiUrl)
  if (box.deliveryOf(attemptId)?.status === 'sending') {
    await Promise.race([box.flush(), new Promise((resolve) => setTimeout(resolve, 3000))])
  }
  const delivery = box.deliveryOf(attemptId)
  return delivery?.status === 'saved' ? delivery.resultToken : undefined
}

/** Returns the token of a user; null when another or no user is signed in. */
async function tokenOf(userId: string): Promise<string | null> {
  if (signedInId() !== userId) return null
  const token = await accessToken(readConfig())
  return signedInId() === userId ? token : null
}

/** Returns the progress of an attempt's saving; null when this tab knows nothing of it. */
export function useDelivery(apiUrl: string, attemptId: string): Delivery | null {
  const box = pageOutbox(apiUrl)
  const kept = useMemo(() => findReceipt(tabStore, attemptId), [attemptId])
  return useSyncExternalStore(box.subscribe, () => box.deliveryOf(attemptId)) ?? kept
}
