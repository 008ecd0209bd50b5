/** An answer that says no, in the words of whoever said it: Studio, PostgREST, the storage or the auth service. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? body.msg ?? body.error ?? 'The server said no more.'))
    this.status = status
    this.code = String(body.error_code ?? body.code ?? status)
    this.details = typeof body.details === 'string' ? body.details : null
    this.hint = typeof body.hint === 'string' ? body.hint : null
  }
}

export type Answer<Body> = { body: Body; headers: Headers; status: number }

let signedOut = () => {}

/** Is told when the session is over. */
export function onSignedOut(listener: () => void): void {
  signedOut = listener
}

/** Asks Studio's own interface. Throws a Refusal for every answer that is none of success. */
export async function ask<Body>(method: string, path: string, init: RequestInit = {}): Promise<Answer<Body>> {
  const response = await send(method, path, init)
  const text = await response.text()
  return {
    body: (text === '' ? null : JSON.parse(text)) as Body,
    headers: response.headers,
    status: response.status,
  }
}

/** The same for what is a file. */
export async function askForFile(method: string, path: string, init: RequestInit = {}): Promise<Blob> {
  return (await send(method, path, init)).blob()
}

async function send(method: string, path: string, { headers, ...init }: RequestInit): Promise<Response> {
  const response = await fetch(`api/${path}`, {
    ...init,
    method,
    headers: { ...(headers as Record<string, string>), 'x-studio': '1' },
  }).catch(() => {
    throw new Refusal(0, { code: 'unreachable', message: 'The platform does not answer. Is it running?' })
  })
  if (response.ok) return response
  const body = await readRefusal(response)
  if (response.status === 401 && body.code === 'signed_out') signedOut()
  throw new Refusal(response.status, body)
}

async function readRefusal(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch {
    return {}
  }
}
