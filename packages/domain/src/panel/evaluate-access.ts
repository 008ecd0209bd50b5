/** The database's answer to a visitor who asked for another user's row. */
export type AccessProbe = { rows: number; error: { code: string } | null }

export type AccessVerdict = 'denied' | 'exposed' | 'failed'

/** PostgREST's code for no rows, so the policies work (specification, section 6). */
const noRows = 'PGRST116'

export function evaluateAccess({ rows, error }: AccessProbe): AccessVerdict {
  if (error?.code === noRows) return 'denied'
  if (error) return 'failed'
  return rows > 0 ? 'exposed' : 'denied'
}

/** The numbers of leads that other users could read and change. */
export type RowSecurityProbe = {
  isOn: boolean
  visitorSees: number
  visitorChanges: number
  strangerSees: number
  strangerChanges: number
}

/** Evaluates whether policies protect leads from other users. */
export function evaluateRowSecurity(probe: RowSecurityProbe) {
  if (!probe.isOn) return 'off'
  if (probe.visitorSees > 0) return 'exposed'
  if (probe.strangerSees > 0) return 'foreign'
  return probe.visitorChanges + probe.strangerChanges > 0 ? 'changeable' : 'guarded'
}
