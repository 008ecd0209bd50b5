/** What the page and the sign-in service must agree on about codes and passwords. */
export const signInRules = {
  /** The time that a mailed code is good for. */
  codeLifetimeSeconds: 600,
  /** How often a mailed code may be guessed at. */
  codeTries: 5,
  /** The service asks for more of a password than its length; the page asks for this before it bothers it. */
  passwordMinLength: 8,
} as const
