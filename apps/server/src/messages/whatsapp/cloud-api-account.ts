import { z } from 'zod'
import type { CloudApiSettings } from './cloud-api-gateway.ts'

/** A template as the provider has it. */
export type KnownTemplate = {
  name: string
  language: string
  status: string
  /** Null without one. */
  body: string | null
  /** `DOCUMENT`, `TEXT`, ...; null without a header. */
  header: string | null
}

/** Meta's status of the sending number. */
export type CloudAccount =
  | {
      outcome: 'known'
      standing: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
      /** Null when the token may not read them. */
      templates: KnownTemplate[] | null
    }
  | { outcome: 'token_refused' }
  | { outcome: 'number_unknown' }
  | { outcome: 'no_answer'; reason: string }

const health = z.object({
  health_status: z.object({
    can_send_message: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']),
    entities: z.array(z.object({ entity_type: z.string(), id: z.string() })),
  }),
})
const templatePage = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      components: z
        .array(z.object({ type: z.string(), format: z.string().optional(), text: z.string().optional() }))
        .default([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
})

/** An account has 250 templates at most until it is verified, 6,000 after that. */
const pages = 10

/** Asks the Graph API whether messages can be sent, and what templates there are. Sends nothing; never throws. */
export async function askCloudAccount(settings: CloudApiSettings): Promise<CloudAccount> {
  try {
    const answer = await ask(settings, settings.phoneNumberId, { fields: 'health_status' })
    if (isTokenRefusal(answer)) return { outcome: 'token_refused' }
    if (answer.status === 400 || answer.status === 404) return { outcome: 'number_unknown' }
    const known = health.safeParse(answer.body)
    if (!known.success) return { outcome: 'no_answer', reason: `status ${answer.status}` }
    const { can_send_message: standing, entities } = known.data.health_status
    const account = entities.find(({ entity_type }) => entity_type === 'WABA')
    return {
      outcome: 'known',
      standing,
      templates: account ? await listTemplates(settings, account.id) : null,
    }
  } catch (error) {
    return { outcome: 'no_answer', reason: error instanceof Error ? error.name : 'unreachable' }
  }
}

async function listTemplates(settings: CloudApiSettings, account: string): Promise<KnownTemplate[] | null> {
  const templates: KnownTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < pages; page += 1) {
    const { body } = await ask(settings, `${account}/message_templates`, {
      fields: 'name,language,status,components',
      limit: '100',
      ...(after && { after }),
    })
    const read = templatePage.safeParse(body)
    if (!read.success) return null
    templates.push(...read.data.data.map(toTemplate))
    after = read.data.paging?.next && read.data.paging.cursors?.after
    if (!after) break
  }
  return templates
}

function toTemplate({ components, ...named }: z.output<typeof templatePage>['data'][number]): KnownTemplate {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? null
  const header = components.find(({ type }) => type === 'HEADER')
  return { ...named, body, header: header ? (header.format ?? 'TEXT') : null }
}

type Answer = { status: number; body: unknown }

async function ask(
  { baseUrl, version, token, timeoutMs, fetch: send = fetch }: CloudApiSettings,
  node: string,
  query: Record<string, string>,
): Promise<Answer> {
  const response = await send(`${baseUrl}/${version}/${node}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}

const refusal = z.object({ error: z.object({ code: z.number() }) })

/** 190 is a token that is no good, 10 and 200 to 299 one without the permission. */
function isTokenRefusal({ status, body }: Answer): boolean {
  const code = refusal.safeParse(body).data?.error.code ?? 0
  return status === 401 || code === 190 || code === 10 || (code >= 200 && code < 300)
}
