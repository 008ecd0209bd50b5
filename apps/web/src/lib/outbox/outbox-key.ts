import { deviceKeys } from '#web/lib/device/keys.ts'

/** The place where attempts wait on the device until the server has taken them. */
export const outboxKey = deviceKeys.outbox
