import { failureOf } from './away.ts'
import type { Project } from './project.ts'

/** Calls the project with everything allowed. Throws, without what was sent or answered, when it is refused. */
export async function callProject(
  { url, secretKey }: Project,
  path: string,
  { method = 'POST', body }: { method?: string; body: unknown },
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw failureOf(`${method} ${path}`, response)
  return response.json()
}
