/** Why a script of SQL cannot be loaded, and the line that says so. */
export class ScriptRefused extends Error {
  override name = 'ScriptRefused'
  readonly line: number

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.line = line
  }
}
