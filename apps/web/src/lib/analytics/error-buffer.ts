import { storeError } from '@app/domain/analytics/error-event'
import type { AnalyticsError } from '@app/domain/analytics/error-event-schema'
import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import type { TimestampShift } from './event-buffer.ts'

/** The errors that wait on this device until analytics is ready: at most a hundred, the oldest dropped. */
export function createErrorBuffer(store: KeyValueStore) {
  const read = (): AnalyticsError[] => {
    const stored = readJson(store, deviceKeys.errors)
    return Array.isArray(stored) ? stored.filter(isReport) : []
  }
  return {
    add(report: AnalyticsError, now: Date): void {
      store.setItem(deviceKeys.errors, JSON.stringify(storeError(read(), report, now)))
    },
    /** Shifts the times of reports since `from`. */
    retime(from: Date, retime: TimestampShift): void {
      const reports = read()
      if (reports.length === 0) return
      const since = from.toISOString()
      const told = reports.map((report) =>
        report.timestamp < since ? report : shiftReportTimes(report, retime),
      )
      store.setItem(deviceKeys.errors, JSON.stringify(told))
    },
    /** Empties the buffer and returns its reports, oldest first. */
    takeAll(): AnalyticsError[] {
      const reports = read()
      store.removeItem(deviceKeys.errors)
      return reports
    },
  }
}

function shiftReportTimes(report: AnalyticsError, retime: TimestampShift): AnalyticsError {
  const told = (at: string) => retime(new Date(at)).toISOString()
  const { timestamp, stored_at } = report
  return { ...report, timestamp: told(timestamp), ...(stored_at && { stored_at: told(stored_at) }) }
}

function isReport(value: unknown): value is AnalyticsError {
  return isRecord(value) && 'error_type' in value && 'message' in value
}
