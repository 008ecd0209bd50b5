import { expect, test } from 'vitest'
import { createMailbox, findCode } from './mailbox.ts'

const mail = (subject: string) => ({ to: 'aliya@example.com', subject, text: '', html: '' })

test('the newest mail comes first and the oldest is forgotten', async () => {
  const mailbox = createMailbox(2)
  for (const subject of ['one', 'two', 'three']) await mailbox.deliver(mail(subject))

  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['three', 'two'])
})

test('an emptied mailbox holds nothing', async () => {
  const mailbox = createMailbox()
  await mailbox.deliver(mail('one'))
  mailbox.clear()

  expect(mailbox.list()).toEqual([])
})

test.each([
  ['Ваш код: 012345. Никому его не говорите.', '012345'],
  ['Заказ 1234567 принят', null],
  ['Позвоните +77011234567', null],
])('the code in %o is %o', (text, code) => {
  expect(findCode({ text })).toBe(code)
})
