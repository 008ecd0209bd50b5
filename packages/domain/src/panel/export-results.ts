import { countModified, type PanelState } from './panel-state.ts'

/** `admin-test-results-2026-11-21.json` */
export function exportFileName(now: Date): string {
  return `admin-test-results-${now.toISOString().slice(0, 10)}.json`
}

type ExportContext = { now: Date; environment: string; apiUrl: string }

/** Serializes all results with the environment, newest first. The panel's state has no secrets. */
export function exportResults(state: PanelState, { now, environment, apiUrl }: ExportContext): string {
  const document = {
    exportedAt: now.toISOString(),
    environment,
    apiBaseUrl: apiUrl,
    modifiedPayloads: countModified(state),
    results: state.results,
  }
  return JSON.stringify(document, null, 2)
}
