import { expect, test } from 'vitest'
import { personTexts } from './person.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const facts = { isGift: false, invId: 27, sum: '45 000 ₸', who: 'Айгерим' }

test('the last question before a refund names the order, the sum and the person, and stops a program alone', () => {
  const { refundText } = personTexts.purchases
  const consultation = plain(refundText({ ...facts, product: 'consultation' }))
  for (const fact of ['№ 27', '45 000 ₸', 'Айгерим', 'Robokassa']) expect(consultation).toContain(fact)
  expect(consultation).not.toMatch(/программа/i)
  expect(plain(refundText({ ...facts, product: 'subscription' }))).toContain('Программа остановится')
  expect(plain(refundText({ ...facts, product: 'subscription', isGift: true }))).toContain(
    '№ 27: программа в подарок, Айгерим',
  )
})
