import type { FastifyInstance, InjectOptions } from 'fastify'

/**
 * Creates a `fetch` that calls the app inside this process, so that no network lies between the
 * product and its platform.
 */
export function createLoopbackFetch(app: () => FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : null

    const answer = await app().inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body && { payload: body }),
    })
    return new Response(hasNoBody(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    })
  }
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304
}

function toHeaders(values: Record<string, string | string[] | number | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value ?? []].flat()) headers.append(name, String(each))
  }
  return headers
}
