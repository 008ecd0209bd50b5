import type { Orders } from '@app/contracts/payments'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { endSubscriptionOfOrder } from '../../subscriptions/end-subscription.ts'
import { givenShop } from '../given-shop.ts'
import { refundOrder } from '../refund/refund-order.ts'

const { server, shop, takeQuiz, rowOf, payFor, buySubscription } = await givenShop()
afterAll(() => server.close())

describe('the mails about a payment', () => {
  const mailsTo = (address: string) => server.mailbox.list().filter(({ to }) => to === address)

  test('are a receipt to the buyer and a notice to the owner, once each', async () => {
    const email = freshEmail(aigerim)
    const { invId } = await shop.placeOrder(buildIntent({ email, resultToken: await takeQuiz(email) }))
    await payFor(invId)
    await server.jobs.drainQueue()
    await server.jobs.drainQueue()

    const [receipt, ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(receipt?.text).toContain(`Номер заказа: ${invId}`)
    const notices = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain(email)
    expect(notices[0]?.text).toContain(aigerim.name)
    expect(notices[0]?.text).toMatch(/Делать ничего не\sнужно/)
    expect(await rowOf(invId)).toMatchObject({
      receipt_sent_at: expect.any(Date),
      owner_notified_at: expect.any(Date),
    })
  })

  test('tell of a gift whose number it is, and of a second program that it comes after the first', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    await buySubscription({}, token)
    const bought = async (phone: string) => {
      const { invId } = await shop.placeOrder(buildIntent({ again: true, phone }), token)
      const list = await server.app.inject({
        url: '/api/orders',
        headers: { authorization: `Bearer ${token}` },
      })
      const { giftPhone, state } = list.json<Orders>().orders[0] ?? {}
      expect(state).toBe('created')
      await payFor(invId)
      await server.jobs.drainQueue()
      const receipt = mailsTo(email).find(({ text }) => text.includes(`Номер заказа: ${invId}`))
      const notice = server.mailbox.list().find(({ subject }) => subject.includes(`заказ ${invId} `))
      const { order } = await shop.status(invId, { token })
      return {
        receipt: receipt?.text,
        notice: notice?.text,
        programFor: order?.programFor,
        giftPhones: [giftPhone, order?.giftPhone],
      }
    }
    const gift = await bought('+77013334457')
    expect(gift.programFor).toBe('gift')
    expect(gift.giftPhones, 'in the list before it is paid, and on the page after').toEqual(['…57', '…57'])
    expect(gift.receipt).toMatch(/Подарок на\sномер: …57/)
    expect(gift.receipt).not.toContain('3334457')
    expect(gift.notice).toMatch(/Подарок на\sномер: \+77013334457/)
    expect(gift.notice).toContain(email)

    const second = await bought(buildIntent().phone ?? '')
    expect(second.programFor).toBe('self_later')
    expect(second.giftPhones).toEqual([null, null])
    expect(second.receipt).toMatch(/начнётся на\sследующее утро после всех программ/)
    expect(second.receipt).not.toMatch(/ближайшим утром/)
    expect(second.notice).toMatch(/после другой программы на\sэтот номер/)
  })

  test('tell whoever named somebody else’s number nothing of a program that goes there', async () => {
    const phone = '+77013334458'
    const earlier = await shop.placeOrder(buildIntent({ phone }))
    await payFor(earlier.invId)
    const email = freshEmail(timur)
    const { token } = await server.signIn(email)
    const { invId } = await shop.placeOrder(buildIntent({ phone }), token)
    await payFor(invId)
    await server.jobs.drainQueue()
    expect((await shop.status(invId, { token })).order?.programFor).toBe('self')
    expect(mailsTo(email)[0]?.text).toMatch(/ближайшим утром/)
    expect(mailsTo(email)[0]?.text).not.toMatch(/уже приходит ваша программа/)
  })

  test('tell the owner what to do about a program that cannot reach its buyer', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    // As orders were placed before a phone was asked for.
    await server.db.updateTable('orders').set({ phone: null }).where('inv_id', '=', invId).execute()
    await payFor(invId)
    await server.jobs.drainQueue()
    const [notice] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notice?.subject).toMatch(/нужна ваша помощь/)
    expect(notice?.text).toMatch(/Программе некуда писать/)
    expect(notice?.text).not.toMatch(/Делать ничего не/)
  })

  test('promise nothing to whoever paid for a phone that asked for silence, and say what to do', async () => {
    await server.db
      .insertInto('message_contacts')
      .values({ phone: '77010000078', opted_out_at: new Date() })
      .execute()
    const intent = buildIntent({ phone: '+7 701 000 00 78' })
    const { invId } = await shop.placeOrder(intent)
    await payFor(invId)
    await server.jobs.drainQueue()
    const [receipt] = server.mailbox.list().filter(({ to }) => to === intent.email)
    expect(receipt?.text).toMatch(/слово\sСТАРТ/)
    expect(receipt?.text).not.toMatch(/Если до\sполудня/)
  })

  test('tell whoever deleted their account before the money came that it is kept, and the owner to give it back', async () => {
    const payer = freshEmail(timur)
    const { userId, token } = await server.signIn(freshEmail(timur))
    const { invId } = await shop.placeOrder(buildIntent(), token)
    expect((await server.admin.rpc('delete_account', { account_id: userId })).data).toBe(true)
    expect(await rowOf(invId)).toMatchObject({ state: 'expired', user_id: null, phone: null })

    const paid = buildNotice({
      InvId: invId,
      OutSum: '5000.000000',
      Shp_product: 'subscription',
      EMail: payer,
    })
    expect((await shop.notify(paid)).body).toBe(`OK${invId}`)
    await server.jobs.drainQueue()
    expect(await rowOf(invId)).toMatchObject({ state: 'paid', paid_at: expect.any(Date) })
    const [receipt] = server.mailbox.list().filter(({ to }) => to === payer)
    expect(receipt?.text).toMatch(/Программа по\sэтому заказу не\sначнётся/)
    expect(receipt?.text).not.toMatch(/ближайшим утром|личный кабинет/)
    const [notice] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notice?.subject).toMatch(/нужна ваша помощь/)
    expect(notice?.text).toMatch(/Верните деньги/)
    expect(notice?.text).not.toMatch(/некуда писать/)
  })

  test.each([
    ['nobody, where the payer told the provider no address', '', /Контактов покупателя нет/],
    [
      'the address that the payer told the provider',
      'payer@example.kz',
      /напишите первыми на\sпочту из\sэтого письма/,
    ],
  ])(
    'name to the owner, of a consultation that was paid after its account was deleted, %s',
    async (_, payer, words) => {
      const { userId, token } = await server.signIn(freshEmail(timur))
      const { invId } = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
      expect((await server.admin.rpc('delete_account', { account_id: userId })).data).toBe(true)
      const paid = { OutSum: '50000.000000', Shp_product: 'consultation', EMail: payer }
      expect((await shop.notify(buildNotice({ InvId: invId, ...paid }))).body).toBe(`OK${invId}`)
      await server.jobs.drainQueue()
      const [notice] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
      expect(notice?.text).toMatch(words)
      expect(notice?.text).not.toMatch(/напишите первыми\./)
      if (payer) expect(notice?.text).toContain(payer)
      else expect(notice?.text).toMatch(/верните там деньги/)
    },
  )

  const noteOf = (email: string) => mailsTo(email).find(({ subject }) => subject.startsWith('Возврат денег'))
  const refund = (orderId: string) =>
    refundOrder(
      { db: server.db, jobs: server.jobs, now: () => new Date(), endSubscription: endSubscriptionOfOrder },
      orderId,
      null,
    )
  async function buyLowered(token: string, program: { invId: number }) {
    await payFor(program.invId)
    const consultation = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
    expect(consultation.depositTiyn).toBe(500_000)
    return consultation
  }

  test('tell whoever owes a difference after a refund how much, and for which order', async () => {
    const email = freshEmail(timur)
    const { token } = await server.signIn(email)
    const program = await shop.placeOrder(buildIntent(), token)
    const consultation = await buyLowered(token, program)
    await payFor(consultation.invId)
    await refund(program.orderId)
    await server.jobs.drainQueue()
    expect(noteOf(email)?.text).toMatch(
      new RegExp(
        `заказ № ${consultation.invId}. Теперь за неё осталась разница: 5 000 ₸`.replaceAll(' ', '\\s'),
      ),
    )
    expect(await rowOf(consultation.invId)).toMatchObject({ due_tiyn: 500_000 })
  })

  test('tell whoever owes a difference as they pay in their receipt', async () => {
    const email = freshEmail(timur)
    const { token } = await server.signIn(email)
    const program = await shop.placeOrder(buildIntent(), token)
    const consultation = await buyLowered(token, program)
    await refund(program.orderId)
    await payFor(consultation.invId)
    await server.jobs.drainQueue()
    const receipt = mailsTo(email).find(({ text }) => text.includes(`Номер заказа: ${consultation.invId}`))
    expect(receipt?.text).toMatch(/Осталась разница: 5\s000\s₸/)
  })

  test.each(['before', 'after'])(
    'and the orders know of no debt of hers when a stranger buys a program under her address and takes the money back %s she pays',
    async (moment) => {
      const email = freshEmail(aigerim)
      const strangers = await shop.placeOrder(buildIntent({ email }))
      const { token } = await server.signIn(email)
      const consultation = await buyLowered(token, strangers)
      if (moment === 'before') await refund(strangers.orderId)
      await payFor(consultation.invId)
      if (moment === 'after') await refund(strangers.orderId)
      await server.jobs.drainQueue()
      expect(await rowOf(consultation.invId)).toMatchObject({ state: 'paid', due_tiyn: 0 })
      for (const { text } of mailsTo(email)) expect(text).not.toMatch(/сталась разница/)
      const notice = server.mailbox
        .list()
        .find(({ subject }) => subject.includes(`заказ ${consultation.invId} `))
      if (moment === 'before') expect(notice?.text).toMatch(/кто платил, неизвестно/)
      else expect(notice?.text).not.toMatch(/нужна ваша помощь|доплат/)
    },
  )

  test('are tried again when the mail server is away, and the owner hears when it stays so', async () => {
    const sent: string[] = []
    let isAway = true
    const own = await givenShop({
      mailer: {
        async send({ to, subject }) {
          if (isAway && to === 'buyer@example.kz') throw new Error('550 no such user buyer@example.kz')
          sent.push(subject)
        },
      },
    })
    onTestFinished(() => own.server.close())
    const { invId } = await own.shop.placeOrder(buildIntent({ email: 'buyer@example.kz' }))
    await own.shop.notify(buildNotice({ InvId: invId }))
    const later = new Date(Date.now() + 24 * 60 * 60 * 1000)
    for (let tries = 0; tries < 20; tries++) await own.server.jobs.drainQueue(later)
    expect(sent.filter((subject) => subject.includes('Письмо покупателю не ушло'))).toHaveLength(1)
    expect(own.server.log.join('')).not.toContain('buyer@')

    isAway = false
    const second = await own.shop.placeOrder(
      buildIntent({ email: 'buyer@example.kz', productType: 'consultation' }),
    )
    isAway = true
    const paid = { OutSum: '50000.000000', Shp_product: 'consultation' }
    await own.shop.notify(buildNotice({ InvId: second.invId, ...paid }))
    await own.server.jobs.drainQueue()
    isAway = false
    await own.server.jobs.drainQueue(later)
    expect(sent.filter((subject) => subject.includes('Оплата получена'))).toHaveLength(1)
  })
})
