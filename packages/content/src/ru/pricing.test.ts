import { chargeFor } from '@app/domain/orders/deposit'
import { productTypes } from '@app/domain/orders/products'
import { expect, test } from 'vitest'
import { beforeAfterSection } from './before-after.ts'
import { apiErrorTexts } from './errors.ts'
import { depositNote, pricingTexts, productTexts } from './pricing.ts'
import { reviewsSection } from './reviews.ts'
import { paymentTexts } from './ui/payment.ts'

test.each(productTypes)('%s says what one gets and what happens next', (type) => {
  const text = productTexts[type]
  expect(text.features.length).toBeGreaterThanOrEqual(4)
  expect(text.nextSteps.length).toBeGreaterThanOrEqual(3)
  expect(text.button.length).toBeLessThanOrEqual(30)
})

test('the prices and durations are those sold', () => {
  expect(productTexts.subscription.price).toBe('5\u00a0000\u00a0₸')
  expect(productTexts.consultation.price).toBe('50\u00a0000\u00a0₸')
  expect(productTexts.subscription.paidDuration).toBe('5\u00a0дней')
  expect(productTexts.consultation.paidDuration).toBe('1\u00a0час (1 session)')
})

test('where nothing is sold, somebody close is named and three numbers to call', () => {
  for (const text of Object.values(pricingTexts.unsold)) {
    expect(text).toMatch(/ничего не\sпродаём/)
    expect(text).toMatch(/близк|родител/)
  }
  expect(pricingTexts.calls.map(({ phone }) => phone)).toEqual(['103', '150', '111'])
  expect(apiErrorTexts.nothing_sold).toMatch(/150 и\s111.*103/)
})

test('a used deposit is explained, and nothing is said without one', () => {
  expect(depositNote(chargeFor('consultation', true))).toMatch(
    /50\u00a0000\u00a0₸ платите 45\u00a0000\u00a0₸/,
  )
  expect(depositNote(chargeFor('consultation', false))).toBeNull()
  expect(depositNote(chargeFor('subscription', true))).toBeNull()
})

test('a review is no example, and the stories are owned up to as examples', () => {
  for (const { author, text } of reviewsSection.reviews) expect(author + text).not.toMatch(/пример/i)
  expect(reviewsSection.examples).toHaveLength(3)
  for (const { author } of reviewsSection.examples) expect(author).toBe('Пример')
  expect(beforeAfterSection.stories).toHaveLength(2)
  expect(beforeAfterSection.note).toMatch(/примеры/)
})

test('where a doctor comes first, the offer says so by the answers and urges nobody to begin', () => {
  const { programWithheld, afterDoctor, doctorsWord, doctorsWordBought } = pricingTexts
  const said = [
    programWithheld.noProgram,
    afterDoctor,
    doctorsWord,
    doctorsWordBought,
    paymentTexts.pay.sheet.subscription.afterDoctor.doctor,
  ]
  for (const text of said.map((one) => one.replaceAll('\u00a0', ' '))) {
    expect(text).toMatch(/По (вашим ответам|росту и весу, которые вы указали)/)
    expect(text).toMatch(/врач|визит/)
    expect(text).not.toMatch(/можно начинать|При таком результате|нужен врач/)
  }
})

test('after a doctor, what pays today says so: the button is for after the visit, and the first message comes next morning', () => {
  const { text, doctor } = paymentTexts.pay.sheet.subscription.afterDoctor
  expect(pricingTexts.buttonAfterDoctor).toMatch(/^Врач согласен/)
  expect(doctor).toMatch(/Оплатите программу после визита/)
  for (const when of [text, pricingTexts.afterDoctor]) expect(when).toMatch(/ближайшим утром после оплаты/)
})
