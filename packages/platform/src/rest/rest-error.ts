/** An error in PostgREST's format. */
export class RestError extends Error {
  /** Headers that go with it. */
  readonly headers: Readonly<Record<string, string>>
  /** True when the message is always shown. */
  readonly isMeant: boolean
  readonly status: number
  readonly code: string
  readonly details: string | readonly object[] | null
  readonly hint: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    {
      details = null,
      hint = null,
      headers = {},
      isMeant = status < 500,
    }: {
      details?: string | readonly object[] | null
      hint?: string | null
      headers?: Readonly<Record<string, string>>
      isMeant?: boolean
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
    this.headers = headers
    this.isMeant = isMeant
  }
}
