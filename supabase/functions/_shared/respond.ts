const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
}

/** Answers with JSON that pages of any origin may read; callers are known by their tokens, never by cookies. */
export function respond(
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { ...crossOrigin, ...headers } })
}

/** Answers the question a browser asks before it calls from another origin. */
export function respondToPreflight(): Response {
  return new Response(null, { status: 204, headers: crossOrigin })
}
