/** A code to type and a token for a link; either works once, and using one uses up both. */
export type IssuedCode = { code: string; linkToken: string }

/** Asks for a code or guesses at one: a device its address was signed in with, or a network. */
export type CodeRequester = { name: string; isKnown: boolean }
