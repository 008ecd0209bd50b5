/** A row-level-security probe as the database answered it: a visitor asked for one row of somebody's. */
export type AccessProbe = { rows: number; error: { code: string } | null }

export type AccessVerdict = 'denied' | 'exposed' | 'failed'

/** 'No rows' for a single row that was asked for: access denied without auth, so the policies work (specification, section 6). */
const noRows = 'PGRST116'

export function evaluateAccess({ rows, error }: AccessProbe): AccessVerdict {
  if (error?.code === noRows) return 'denied'
  if (error) return 'failed'
  return rows > 0 ? 'exposed' : 'denied'
}

/** What the server saw of its own policies: how many leads others could read, and change or delete. */
export type RowSecurityProbe = {
  isOn: boolean
  visitorSees: number
  visitorChanges: number
  strangerSees: number
  strangerChanges: number
}

/** Returns whether leads are kept from those whose they are not, however many there are. */
export function evaluateRowSecurity(probe: RowSecurityProbe) {
  if (!probe.isOn) return 'off'
  if (probe.visitorSees > 0) return 'exposed'
  if (probe.strangerSees > 0) return 'foreign'
  return probe.visitorChanges + probe.strangerChanges > 0 ? 'changeable' : 'guarded'
}
