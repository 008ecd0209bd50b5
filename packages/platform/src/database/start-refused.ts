/** The reason why the database cannot be used, with a remedy. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

/** PostgreSQL cannot open the folder: its bytes are not as it wrote them. */
export class DatabaseDamagedError extends StartRefusedError {
  override name = 'DatabaseDamagedError'
}
