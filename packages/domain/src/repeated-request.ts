/** A repeated request within this time is a double press or a network retry. */
export const repeatedRequestMs = 2 * 60_000
