export type BackupReason =
  | 'not_a_backup'
  | 'closed'
  | 'damaged'
  | 'not_empty'
  | 'occupied'
  | 'other_version'
  | 'too_new'
  | 'misfit'
  | 'not_reached'
  | 'no_file'

/**
 * The reason why a backup cannot be made, opened or restored, in words for whoever runs the
 * command.
 */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly reason: BackupReason

  constructor(reason: BackupReason, message: string) {
    super(message)
    this.reason = reason
  }
}
