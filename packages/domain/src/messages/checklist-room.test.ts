import { describe, expect, test } from 'vitest'
import { type ChecklistDecision, type ChecklistFacts, decideChecklist } from './checklist-room.ts'

const nobody = { own: 0, lead: 0, stranger: 0 }
const facts: ChecklistFacts = {
  standing: 'stranger',
  isSilent: false,
  isUnanswered: false,
  toNumber: 0,
  forUser: 0,
  today: nobody,
  fromAddress: { lead: 0, stranger: 0 },
  limits: { perPerson: 4, perDay: 200, perAddress: 12, toStrangers: 3 },
}

describe('a checklist', () => {
  test.each<[string, Partial<ChecklistFacts>, ChecklistDecision]>([
    ['goes to a stranger’s number', {}, 'send'],
    ['goes there once without an answer', { isUnanswered: true }, 'withhold'],
    [
      'goes once without an answer to a lead’s number, which anybody can type',
      { standing: 'lead', isUnanswered: true },
      'withhold',
    ],
    ['goes to no number that asked for silence', { isSilent: true }, 'withhold'],
    [
      'tells whoever left a number in a lead nothing of its silence',
      { standing: 'lead', isSilent: true },
      'withhold',
    ],
    ['tells a user of their own number’s silence', { standing: 'own', isSilent: true }, 'opted_out'],
    ['tells nobody else that a number has had its part', { standing: 'lead', toNumber: 4 }, 'withhold'],
    [
      'tells nobody who has no room left how a number stands',
      { isUnanswered: true, fromAddress: { lead: 0, stranger: 3 } },
      'too_many',
    ],
    ['goes again to the own number of a user', { standing: 'own', isUnanswered: true }, 'send'],
    ['goes to no number more often than a person needs', { standing: 'own', toNumber: 4 }, 'too_many'],
    ['goes for no user more often than that', { standing: 'own', forUser: 4 }, 'too_many'],
    ['leaves strangers a tenth of the day', { today: { ...nobody, stranger: 20 } }, 'too_many'],
    ['leaves the rest to leads', { standing: 'lead', today: { ...nobody, stranger: 20, lead: 99 } }, 'send'],
    ['leaves visitors three fifths', { standing: 'lead', today: { ...nobody, lead: 120 } }, 'too_many'],
    ['leaves the rest to users', { standing: 'own', today: { ...nobody, lead: 120, own: 79 } }, 'send'],
    ['ends with the day', { standing: 'own', today: { ...nobody, lead: 120, own: 80 } }, 'too_many'],
    ['goes to few strangers from one address', { fromAddress: { lead: 0, stranger: 3 } }, 'too_many'],
    [
      'goes to few leads from one address',
      { standing: 'lead', fromAddress: { lead: 10, stranger: 2 } },
      'too_many',
    ],
    ['goes to a user from any address', { standing: 'own', fromAddress: { lead: 12, stranger: 3 } }, 'send'],
  ])('%s', (_, known, decision) => {
    expect(decideChecklist({ ...facts, ...known })).toBe(decision)
  })
})
