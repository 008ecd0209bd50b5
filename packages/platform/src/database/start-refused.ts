/**
 * The reason why a database cannot be worked with as it is, in words that say what to do about it.
 */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

/** PostgreSQL cannot open the folder: its bytes are not as it wrote them. */
export class DatabaseDamagedError extends StartRefusedError {
  override name = 'DatabaseDamagedError'
}
