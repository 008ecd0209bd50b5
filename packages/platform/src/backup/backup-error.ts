/** Why a backup cannot be made, opened or restored, in words for whoever runs the command. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly reason: 'not_a_backup' | 'closed' | 'damaged' | 'not_empty' | 'too_new' | 'misfit' | 'not_reached'

  constructor(reason: BackupError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
