import type { ClientConfig } from '@app/contracts/client-config'
import {
  type AnswerRequest,
  type Conversation,
  type ConversationFilter,
  listConversationsResponseSchema,
  listUndeliveredResponseSchema,
} from '@app/contracts/desk/messages'
import {
  type MarkPersonRequest,
  type MarkPersonResponse,
  markPersonResponseSchema,
} from '@app/contracts/desk/person'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const first = null as string | null

/** Conversations, page after page; asked anew every so often, since a window closes by itself. */
export function conversationsQuery(config: ClientConfig, show: ConversationFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.conversationsShown(show),
    queryFn: async ({ pageParam }) => {
      const params = new URLSearchParams({ show, ...(pageParam && { after: pageParam }) })
      return listConversationsResponseSchema.parse(await callApi(config, `/desk/messages?${params}`))
    },
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 60_000,
  })
}

export function undeliveredQuery(config: ClientConfig) {
  return infiniteQueryOptions({
    queryKey: queryKeys.conversationsShown('undelivered'),
    queryFn: async ({ pageParam }) => {
      const params = pageParam ? `?${new URLSearchParams({ after: pageParam })}` : ''
      return listUndeliveredResponseSchema.parse(await callApi(config, `/desk/messages/undelivered${params}`))
    },
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  })
}

export async function sendAnswer(config: ClientConfig, answer: AnswerRequest): Promise<void> {
  await callApi(config, '/desk/messages/answers', { method: 'POST', body: answer })
}

type Shown = Pick<Conversation, 'personId' | 'contactId' | 'questionId'>

/**
 * Marks all shown messages of a number as answered, but not newer ones. Resolves to the marks
 * before and after.
 */
export async function markAnswered(
  config: ClientConfig,
  { personId, contactId, questionId }: Shown,
): Promise<MarkPersonResponse> {
  return mark(config, personId, { answered: true, contactId, ...(questionId && { questionId }) })
}

/** Undoes that, unless it was marked again. */
export async function unmarkAnswered(
  config: ClientConfig,
  { personId, contactId }: Shown,
  { before, after }: MarkPersonResponse,
): Promise<void> {
  await mark(config, personId, {
    contactId,
    answeredAt: before.answeredAt,
    expected: { answeredAt: after.answeredAt },
  })
}

async function mark(
  config: ClientConfig,
  personId: string,
  body: MarkPersonRequest,
): Promise<MarkPersonResponse> {
  const answer = await callApi(config, `/desk/people/${personId}/marks`, { method: 'POST', body })
  return markPersonResponseSchema.parse(answer)
}
