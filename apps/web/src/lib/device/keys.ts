/**
 * Every name under which something is kept in a browser. Nothing is stored under any other; `clear-device-data.ts` walks
 * this list, and a journey in a real browser looks for whatever it may have missed.
 */
export const deviceKeys = {
  /** Who is signed in: the sign-in client's own default, so that any tool for it finds it. `boot.inline.ts` asks for it, too. */
  session: 'supabase.auth.token',
  /** An unfinished attempt with its answers. `boot.inline.ts` asks for it, too. */
  attempt: 'yasny-den.quiz',
  /** Finished attempts the server has not taken yet. */
  outbox: 'yasny-den.outbox',
  /** What has been ticked off in the checklists. */
  ticks: 'yasny-den.checklist',
  /** The payment under way, and the ones of the last day, newest first, at most ten. */
  paymentIntent: 'yasny-den.payment-intent',
  paymentIntents: 'yasny-den.payment-intents',
  /** Errors that wait for analytics. */
  errors: 'yasny-den.errors',
  /** Tests that one of the staff has written. */
  panelTests: 'yasny-den.panel.saved-tests',
  /** True on a device that analytics must not count. */
  analyticsChoice: 'yasny-den.analytics',
  /** The id of the last reset of this device. */
  resetId: 'yasny-den.era',
} as const

/** What lives with one tab. */
export const tabKeys = {
  /** A finished attempt with its answers. `boot.inline.ts` asks for it, too. */
  result: 'yasny-den.result',
  /** What opens the finished attempt on the server, once that has taken it. */
  receipt: 'yasny-den.receipt',
  /** The finished attempt as it was sent, while its receipt is not here. */
  unsent: 'yasny-den.unsent',
  /** Whom a sign-in code was mailed to, and when. */
  login: 'yasny-den.login',
  /** Who is about to choose a new password. */
  recovery: 'yasny-den.recovery',
  /** The order a buyer came back from paying. */
  paymentReturn: 'yasny-den.payment-return',
  /** The flash message for the page after a hard reload. */
  flash: 'yasny-den.farewell',
  /** Name, e-mail and phone as they are typed. */
  contact: 'yasny-den.contact',
  /** The same once they were sent, and what was typed into other forms since. */
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
  /** What the sign-in client keeps beside the session: who it asked a mail for. */
  signIn: /^supabase\.auth\.token-/,
  /** Of that, what proves that the mail was asked for here. */
  verifier: /^supabase\.auth\.token-.*code-verifier$/,
  /** Who PostHog takes the visitor for. It begins anew with whatever page comes next. */
  counted: /^ph_/,
} as const
