/** The log of the job queue. */
export type JobLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export const silentLog: JobLog = { info() {}, warn() {}, error() {} }
