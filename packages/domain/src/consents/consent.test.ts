import { describe, expect, test } from 'vitest'
import {
  type ConsentAction,
  type ConsentKind,
  type ConsentRecord,
  changeConsent,
  consentStatuses,
} from './consent.ts'

const record = (
  kind: ConsentKind,
  act: ConsentAction,
  day: number,
  version = `${kind}-1`,
): ConsentRecord => ({
  kind,
  act,
  version,
  at: new Date(Date.UTC(2026, 10, day)),
})
const standingOf = (kind: ConsentKind, records: ConsentRecord[]) =>
  consentStatuses(records).find((standing) => standing.kind === kind)!

describe('standingsOf', () => {
  test.each<[string, ConsentKind, ConsentRecord[], object]>([
    ['nothing on record', 'marketing', [], { state: 'never', at: null, change: 'give' }],
    [
      'given in the quiz',
      'marketing',
      [record('marketing', 'given', 1)],
      { state: 'given', change: 'withdraw' },
    ],
    [
      'withdrawn later, in whatever order it is read',
      'marketing',
      [record('marketing', 'withdrawn', 2), record('marketing', 'given', 1)],
      { state: 'withdrawn', at: new Date('2026-11-02'), change: 'give' },
    ],
    [
      'given again',
      'marketing',
      [
        record('marketing', 'given', 1),
        record('marketing', 'withdrawn', 2),
        record('marketing', 'given', 3, 'marketing-2'),
      ],
      { state: 'given', version: 'marketing-2' },
    ],
    [
      'of another text',
      'marketing',
      [record('health', 'given', 1)],
      { state: 'never', version: null, change: 'give' },
    ],
    [
      'health, which ends with the account',
      'health',
      [record('health', 'given', 1)],
      { change: 'delete_account' },
    ],
    ['health before any quiz', 'health', [], { state: 'never', change: 'take_quiz' }],
    ['messages, which the purchase allows', 'messages', [], { state: 'never', change: 'withdraw' }],
    [
      'messages that were stopped',
      'messages',
      [record('messages', 'withdrawn', 1)],
      { state: 'withdrawn', change: 'give' },
    ],
  ])('%s', (_, kind, records, expected) => expect(standingOf(kind, records)).toMatchObject(expected))
})

describe('changeConsent', () => {
  const given = [record('marketing', 'given', 1)]
  test.each<[string, ConsentKind, ConsentRecord[], ConsentAction, string, string]>([
    ['a withdrawal', 'marketing', given, 'withdrawn', 'marketing-1', 'recorded'],
    ['a withdrawal of what was never given', 'marketing', [], 'withdrawn', 'marketing-1', 'unchanged'],
    [
      'a second withdrawal',
      'marketing',
      [...given, record('marketing', 'withdrawn', 2)],
      'withdrawn',
      'marketing-1',
      'unchanged',
    ],
    ['the same consent again', 'marketing', given, 'given', 'marketing-1', 'unchanged'],
    ['consent to a newer text', 'marketing', given, 'given', 'marketing-2', 'recorded'],
    ['messages stopped before anything', 'messages', [], 'withdrawn', 'messages-1', 'recorded'],
    ['health, either way', 'health', [record('health', 'given', 1)], 'withdrawn', 'health-1', 'refused'],
  ])('%s is %s', (_, kind, records, act, version, outcome) => {
    expect(changeConsent(standingOf(kind, records), { act, version })).toEqual({ outcome })
  })
})
