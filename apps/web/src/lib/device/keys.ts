/**
 * All storage keys. `clear-device-data.ts` uses the list, and a journey looks for unlisted keys.
 */
export const deviceKeys = {
  /** The session, under the sign-in client's default name. `boot.inline.ts` reads it. */
  session: 'supabase.auth.token',
  /** An unfinished attempt with its answers. `boot.inline.ts` asks for it, too. */
  attempt: 'yasny-den.quiz',
  /** Finished attempts the server has not taken yet. */
  outbox: 'yasny-den.outbox',
  /** Ticked checklist items. */
  ticks: 'yasny-den.checklist',
  /** The payment under way, and the ones of the last day, newest first, at most ten. */
  paymentIntent: 'yasny-den.payment-intent',
  paymentIntents: 'yasny-den.payment-intents',
  /** Errors that wait for analytics. */
  errors: 'yasny-den.errors',
  /** Tests that one of the staff has written. */
  panelTests: 'yasny-den.panel.saved-tests',
  /** The opt-out from analytics. */
  analyticsChoice: 'yasny-den.analytics',
  /** The id of the last reset of this device. */
  resetId: 'yasny-den.era',
} as const

/** The tab's keys. */
export const tabKeys = {
  /** A finished attempt with its answers. `boot.inline.ts` asks for it, too. */
  result: 'yasny-den.result',
  /** The token of the saved attempt. */
  receipt: 'yasny-den.receipt',
  /** The finished attempt as it was sent, while its receipt is not here. */
  unsent: 'yasny-den.unsent',
  /** The address and time of a mailed code. */
  login: 'yasny-den.login',
  /** The user who is choosing a new password. */
  recovery: 'yasny-den.recovery',
  /** The order a buyer came back from paying. */
  paymentReturn: 'yasny-den.payment-return',
  /** The flash message for the page after a hard reload. */
  flash: 'yasny-den.farewell',
  /** Name, e-mail and phone as they are typed. */
  contact: 'yasny-den.contact',
  /** The contact after sending, and from other forms. */
  knownContact: 'yasny-den.known-contact',
  /** The key of an authenticator app that is being added. */
  enrolment: 'yasny-den.enrolment',
  location: 'yasny-den.location',
  /** The script of the page that was opened anew because the site had been updated. */
  renewed: 'yasny-den.renewed',
  resetId: 'yasny-den.era',
} as const

/** Names that the libraries make up, in either store. */
export const libraryKeys = {
  /** The sign-in client's other keys. */
  signIn: /^supabase\.auth\.token-/,
  /** The proof that this browser requested a mail. */
  verifier: /^supabase\.auth\.token-.*code-verifier$/,
  /** PostHog's keys, which it creates anew. */
  counted: /^ph_/,
} as const
