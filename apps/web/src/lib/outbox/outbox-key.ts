/** Where attempts wait on the device until the server has taken them. */
export const outboxKey = 'yasny-den.outbox'
