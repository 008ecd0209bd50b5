import { expect, test } from 'vitest'
import { type AdmissionFacts, decideAdmission } from './admission.ts'

const now = new Date('2026-11-22T09:00:00Z')
const ago = (minutes: number, ms = 0) => new Date(now.getTime() - minutes * 60_000 + ms)
const owner: AdmissionFacts = { role: 'owner', assurance: 'aal2', provenAt: ago(60), hasFactor: true }

test.each<[string, Partial<AdmissionFacts>, boolean, string]>([
  ['the owner with a second factor', {}, false, 'admitted'],
  ['one without', { assurance: 'aal1' }, false, 'second_factor_required'],
  [
    'one whose second factor is gone, a proof with it just now',
    { hasFactor: false, provenAt: ago(0) },
    true,
    'second_factor_required',
  ],
  ['one without a session', { assurance: null, provenAt: null }, true, 'second_factor_required'],
  ['a user with a second factor', { role: null }, false, 'not_allowed'],
  ['an assistant, who may not do that', { role: 'assistant' }, true, 'not_allowed'],
  ['a technician, who may', { role: 'technician' }, false, 'admitted'],
  [
    'a technician without a second factor',
    { role: 'technician', hasFactor: false },
    false,
    'second_factor_required',
  ],
  ['who signed in an hour ago, for an action', {}, true, 'fresh_sign_in_required'],
  ['who did just now, for an action', { provenAt: ago(0) }, true, 'admitted'],
  ['who did a moment less than ten minutes ago', { provenAt: ago(10, 1) }, true, 'admitted'],
  ['who did ten minutes ago', { provenAt: ago(10) }, true, 'fresh_sign_in_required'],
  ['who never did', { provenAt: null }, true, 'fresh_sign_in_required'],
])('%s', (_, facts, fresh, admission) => {
  expect(decideAdmission({ ...owner, ...facts }, { needs: 'technics', now, fresh })).toBe(admission)
})
