import { randomUUID } from 'node:crypto'
import { consentVersions } from '@app/content/ru/legal/consent'
import type { SaveLeadRequest } from '@app/contracts/leads'
import { aigerim, type Person } from './people.ts'

/** A finished attempt as the browser sends it. */
export function buildAttempt(
  changes: Partial<SaveLeadRequest> = {},
  person: Person = aigerim,
): SaveLeadRequest {
  return {
    attemptId: randomUUID(),
    answers: person.answers,
    contact: { name: person.name, email: 'aigerim@example.kz', phone: person.phone },
    consent: { health: consentVersions.health },
    location: { locale: 'ru-RU', country: 'Kazakhstan', city: 'Almaty' },
    ...changes,
  }
}
