import type { Today } from '@app/contracts/desk/today'
import { expect, test } from 'vitest'
import { givenDesk } from '../../../test/given-desk.ts'

const { call, givenPerson, write } = givenDesk()

const asks = async () => (await call('GET', '/today')).json<Today>().asks?.rows ?? []

test('what may ask for no more messages stands first and marked, with its words, until it is answered', async () => {
  for (let hours = 9; hours > 3; hours -= 1) await write(await givenPerson(), 'Можно орехи?', hours)
  const person = await givenPerson()
  await write(person, 'Не пишите с утра', 2)
  const contactId = await write(person, 'Спасибо', 1)

  const rows = await asks()
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatchObject({ personId: person.id, question: 'Не пишите с утра', mayStop: true })
  expect(rows.slice(1).map(({ question, mayStop }) => [question, mayStop])).toEqual(
    Array.from({ length: 4 }, () => ['Можно орехи?', false]),
  )

  await call('POST', `/people/${person.id}/marks`, { answered: true, contactId })
  expect((await asks()).some(({ mayStop }) => mayStop)).toBe(false)
})
