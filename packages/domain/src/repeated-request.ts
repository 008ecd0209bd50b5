/** The same thing asked for again within this time is a second press of its button, or the first one sent anew. */
export const repeatedRequestMs = 2 * 60_000
