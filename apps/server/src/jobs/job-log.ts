/** Where the queue tells what happens to jobs. */
export type JobLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export const silentLog: JobLog = { info() {}, warn() {}, error() {} }
