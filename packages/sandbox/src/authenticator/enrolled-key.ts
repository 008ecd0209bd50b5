export type EnrolledKey = { account: string; secret: string; isConfirmed: boolean }

/** A key with what an app would show for it now. */
export type ShownKey = EnrolledKey & { code: string; secondsLeft: number }
