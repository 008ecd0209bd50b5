export type EnrolledKey = { account: string; secret: string; isConfirmed: boolean }

/** A key with its current code. */
export type ShownKey = EnrolledKey & { code: string; secondsLeft: number }
