/** Something that went wrong, without anything a person typed or answered. */
export type ReportedError = { type: string; message: string; stack?: string | undefined }

type Reporter = (error: ReportedError) => void

const reporters = new Set<Reporter>()

/** Tells whoever listens (analytics, once it is loaded) that something went wrong. Never throws. */
export function reportError(error: ReportedError): void {
  for (const report of reporters) report(error)
}

/** Listens to reported errors until the returned function is called. */
export function onReportedError(report: Reporter): () => void {
  reporters.add(report)
  return () => reporters.delete(report)
}
