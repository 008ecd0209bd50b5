import { consentVersions } from '@app/content/ru/legal/consent'
import type { Person } from '@app/testing/people'
import { type APIRequestContext, expect } from '@playwright/test'

/** Saves a finished attempt as the quiz does, without walking through it: as a visitor, or as whoever has the token. */
export async function givenLead(
  request: APIRequestContext,
  { name, phone, answers }: Person,
  email: string,
  accessToken?: string,
): Promise<{ resultToken: string }> {
  const saved = await request.post('/api/leads', {
    headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
    data: {
      attemptId: crypto.randomUUID(),
      answers,
      contact: { name, phone, email },
      consent: { health: consentVersions.health },
    },
  })
  expect(saved.status()).toBe(201)
  return saved.json()
}
