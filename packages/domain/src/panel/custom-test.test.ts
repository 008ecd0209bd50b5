import { expect, test } from 'vitest'
import {
  type CustomDraft,
  canSave,
  canTest,
  isSameSaved,
  kindOf,
  toDraft,
  toSavedTest,
  withRestored,
  withSaved,
} from './custom-test.ts'
import type { SavedTest } from './test-schema.ts'

const empty: CustomDraft = { name: '', endpoint: '', method: 'POST', text: '' }

test.each([
  ['webhook', {}, false, false],
  ['webhook', { endpoint: '/x' }, false, false],
  ['webhook', { text: '{}' }, false, false],
  ['webhook', { endpoint: '/x', text: '{}' }, true, false],
  ['webhook', { endpoint: '/x', text: '{}', name: 'Свой' }, true, true],
  ['webhook', { endpoint: '/x', text: ' ', name: 'Свой' }, false, false],
  ['api', {}, false, false],
  ['api', { name: 'Свой' }, false, false],
  ['api', { endpoint: '/x' }, true, false],
  ['api', { endpoint: '/x', name: ' ' }, true, false],
  ['api', { endpoint: '/x', name: 'Свой' }, true, true],
] as const)('a %s form with %o: test %s, save %s', (kind, filled, testable, savable) => {
  const draft = { ...empty, ...filled }

  expect([canTest(kind, draft), canSave(kind, draft)]).toEqual([testable, savable])
})

test('what was saved comes back as it was typed, into the form it came from', () => {
  const webhook = { name: ' Оплата ', endpoint: ' /payment ', method: 'PUT', text: '{"a":[1]}' } as const
  const saved = toSavedTest('webhook', webhook, { a: [1] })
  const call = toSavedTest('api', { ...webhook, method: 'GET', text: '' }, undefined)

  expect([kindOf(saved), kindOf(call)]).toEqual(['webhook', 'api'])
  expect(toDraft(saved)).toEqual({
    name: 'Оплата',
    endpoint: '/payment',
    method: 'PUT',
    text: '{\n  "a": [\n    1\n  ]\n}',
  })
  expect(toDraft(call).text).toBe('')
})

test('a webhook and a call of the API may bear one name', () => {
  const draft = { ...empty, name: 'Один', endpoint: '/1' }
  const webhook = toSavedTest('webhook', { ...draft, text: '{}' }, {})
  const call = toSavedTest('api', draft, undefined)
  const saved = [webhook, call].reduce(withSaved, [] as (typeof call)[])

  expect(saved).toEqual([webhook, call])
  expect(saved.filter((each) => !isSameSaved(each, call))).toEqual([webhook])
})

test('a name that is taken is replaced, another is added', () => {
  const one = toSavedTest('api', { ...empty, name: 'Один', endpoint: '/1' }, undefined)
  const again = toSavedTest('api', { ...empty, name: 'Один', endpoint: '/2' }, undefined)
  const two = toSavedTest('api', { ...empty, name: 'Два', endpoint: '/3' }, undefined)

  expect([one, again, two].reduce(withSaved, [] as (typeof one)[])).toEqual([again, two])
})

test('what was removed comes back to its place, unless its name is taken', () => {
  const [one, two, three] = ['Один', 'Два', 'Три'].map((name) =>
    toSavedTest('api', { ...empty, name, endpoint: '/1' }, undefined),
  ) as [SavedTest, SavedTest, SavedTest]
  const again = toSavedTest('api', { ...empty, name: 'Два', endpoint: '/2' }, undefined)

  expect(withRestored([one, three], two, 1)).toEqual([one, two, three])
  expect(withRestored([one, three, again], two, 1)).toEqual([one, three, again])
})
