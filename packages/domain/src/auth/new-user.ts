/** A user counts as new for this long after the first code (specification, section 9). */
const newUserMs = 60_000

type Moments = { createdAt: string | undefined; signedInAt: string | undefined }

/**
 * Returns true when a user was made by the code that has just signed them in. Both moments are the
 * server's: a device's own clock may be hours off.
 */
export function isNewUser({ createdAt, signedInAt }: Moments): boolean {
  if (!createdAt || !signedInAt) return false
  const age = Date.parse(signedInAt) - Date.parse(createdAt)
  return age >= 0 && age < newUserMs
}
