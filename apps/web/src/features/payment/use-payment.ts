import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { displayPhone } from '@app/domain/auth/display-name'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { saveContact } from '#web/lib/save-contact.ts'
import { copyNameToAccount } from '#web/lib/session/copy-name-to-account.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import type { SavedIntent } from './intent-store.ts'
import { type BuyerInput, continuePayment, type Purchase, startPayment } from './start-payment.ts'

const texts = paymentTexts.pay

/** The state of the pay button. `bought` asks for a second program. */
type PaymentState =
  | { status: 'idle' }
  | { status: 'opening' }
  | { status: 'bought' }
  | { status: 'failed'; problem: string }

/** Leaves for a payment page. Pressed twice, it still leaves once. */
function usePaymentRedirect() {
  const navigate = useNavigate()
  const [state, setState] = useState<PaymentState>({ status: 'idle' })
  // Two presses may come before the first render.
  const isTaken = useRef(false)

  function end(next: PaymentState) {
    isTaken.current = false
    setState(next)
  }
  useResetOnBack(() => end({ status: 'idle' }))

  async function leaveFor(findUrl: () => Promise<string | null>) {
    if (isTaken.current) return
    isTaken.current = true
    setState({ status: 'opening' })
    try {
      const url = await findUrl()
      if (url === null) return navigate('/payment_success')
      // Stays busy: the page is about to leave.
      window.location.assign(url)
    } catch (error) {
      end(
        error instanceof ApiError && error.code === 'already_bought'
          ? { status: 'bought' }
          : { status: 'failed', problem: problemText(error) },
      )
    }
  }

  return { state, leaveFor, reset: () => end({ status: 'idle' }) }
}

/** Leaves for the payment page of an order that this browser has placed. */
export function useContinuePayment() {
  const config = useConfig()
  const { state, leaveFor } = usePaymentRedirect()
  return { state, resume: (waiting: SavedIntent) => leaveFor(() => continuePayment(config, waiting)) }
}

/** Begins a purchase and leaves for the payment page. Pressed twice, it still begins one. */
export function usePayment(purchase: Purchase) {
  const config = useConfig()
  const session = useSession()
  const { state, leaveFor, reset } = usePaymentRedirect()

  function pay(given: BuyerInput = {}) {
    return leaveFor(async () => {
      const person = session.status === 'signed-in' ? session.person : null
      const contact = { email: given.email ?? person?.email ?? null }
      const url = await startPayment(config, purchase, given, contact)
      if (person && !given.again) await keepContact(person, given)
      return url
    })
  }

  const resume = (waiting: SavedIntent) => leaveFor(() => continuePayment(config, waiting))

  /**
   * Saves the phone and the confirmed name to the account. The phone is saved only if none is known
   * and moves no program. A failure is ignored, because the order has the data.
   */
  async function keepContact(person: Person, { phone, claimedLeadId }: BuyerInput) {
    const keep = async () => {
      if (claimedLeadId) await copyNameToAccount(config, claimedLeadId)
      if (phone && !displayPhone(person)) await saveContact(config, { phone }, { ifMissing: true })
    }
    await Promise.race([keep().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 3000))])
  }

  return { state, pay, resume, reset }
}

/** A browser that returns to this page by Back may show it as it was left, so the button is freed then. */
function useResetOnBack(free: () => void) {
  const latest = useRef(free)
  latest.current = free
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (persisted) latest.current()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.notAnAddress
  return error.code === 'unreachable' ? networkErrorText : apiErrorTexts[error.code]
}
