import { requestSignaturePayload } from '@app/domain/payments/robokassa-signature'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createNotifier } from './notifier.ts'
import { robokassaPlugin } from './robokassa-plugin.ts'
import { createSandboxMerchant } from './sandbox-merchant.ts'
import { type SandboxShop, signWith } from './shop.ts'

const shop: SandboxShop = {
  name: 'Ясный день',
  merchantLogin: 'demo',
  password1: 'one',
  password2: 'two',
  hash: 'sha256',
  resultUrl: 'http://shop.test/result',
  successUrl: 'http://shop.test/payment_success',
  failUrl: 'http://shop.test/payment_failed',
}

type Answer = Response | Error

/** The page with a shop that answers notices as told, in turn; the last answer is given from then on. */
async function givenPage(...answers: Answer[]) {
  const notices: URLSearchParams[] = []
  const send: typeof fetch = async (_url, init) => {
    notices.push(new URLSearchParams(String(init?.body)))
    const answer = answers[Math.min(notices.length, answers.length) - 1] ?? new Response('OK42')
    if (answer instanceof Error) throw answer
    return answer.clone()
  }
  const notifier = createNotifier({ send, retryAfterMs: [5, 5, 5] })
  const app = Fastify()
  await app.register(robokassaPlugin, {
    prefix: '/sandbox',
    merchant: createSandboxMerchant({ shop, notifier }),
  })
  const form = (url: string, body: URLSearchParams) =>
    app.inject({
      method: 'POST',
      url,
      payload: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return {
    app,
    notices,
    form,
    open: (changes: Record<string, string> = {}) =>
      app.inject(`/sandbox/robokassa/Merchant/Index.aspx?${requestFor(changes)}`),
    act: (page: string, action: string, email = '') =>
      form('/sandbox/robokassa/Merchant/Pay', new URLSearchParams({ key: keyIn(page), action, email })),
    status: async (InvoiceID: string, password = shop.password2) => {
      const Signature = signWith(shop, `demo:${InvoiceID}:${password}`)
      const query = new URLSearchParams({ MerchantLogin: 'demo', InvoiceID, Signature })
      return (await app.inject(`/sandbox/robokassa/Merchant/WebService/Service.asmx/OpStateExt?${query}`))
        .body
    },
  }
}

function requestFor(changes: Record<string, string>): URLSearchParams {
  const shp = { Shp_product: 'subscription' }
  const payload = requestSignaturePayload(
    { merchantLogin: 'demo', outSum: '5000.00', invId: '42', shp },
    shop.password1,
  )
  return new URLSearchParams({
    MerchantLogin: 'demo',
    OutSum: '5000.00',
    InvId: '42',
    Description: 'Программа <5 дней>',
    SignatureValue: signWith(shop, payload),
    ...shp,
    ...changes,
  })
}

const keyIn = (page: string) => /name="key" value="([^"]+)"/.exec(page)?.[1] ?? ''

describe('the payment page', () => {
  test('shows what is paid, to whom and for what', async () => {
    const { open } = await givenPage()
    const page = await open()
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Ясный день')
    expect(page.body).toMatch(/Программа &lt;5.дней&gt;/)
    expect(page.body).toMatch(/Оплатить 5\u00a0000\u00a0₸/)
  })

  test.each([
    [{ MerchantLogin: 'other' }, 26],
    [{ OutSum: '0.00' }, 31],
    [{ OutSum: '5e3' }, 31],
    [{ InvId: '0' }, 30],
    [{ Description: 'о'.repeat(101) }, 30],
    [{ OutSum: '1.00' }, 29],
    [{ InvId: '43' }, 29],
    [{ Shp_product: 'consultation' }, 29],
    [{ Shp_more: '1' }, 29],
    [{ SignatureValue: 'x' }, 29],
    [{ IsTest: '1' }, 29],
    [{ Receipt: '{}' }, 29],
  ])('refuses a request with %j by code %i', async (changes, code) => {
    const { open } = await givenPage()
    const page = await open(changes)
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain(`Код ошибки: ${code}<`)
  })

  test('takes the request by POST as well', async () => {
    const { form } = await givenPage()
    expect((await form('/sandbox/robokassa/Merchant/Index.aspx', requestFor({}))).statusCode).toBe(200)
  })

  test('refuses a page nobody opened', async () => {
    const { form } = await givenPage()
    const page = await form(
      '/sandbox/robokassa/Merchant/Pay',
      new URLSearchParams({ key: 'x', action: 'once' }),
    )
    expect([page.statusCode, page.body.includes('Код ошибки: 33<')]).toEqual([400, true])
  })
})

describe('paying', () => {
  test('tells the shop, signed with Password#2, and returns the payer, signed with Password#1', async () => {
    const { open, act, notices } = await givenPage()
    const response = await act((await open()).body, 'once', 'timur@example.kz')

    expect(Object.fromEntries(notices[0] ?? [])).toMatchObject({
      OutSum: '5000.000000',
      InvId: '42',
      EMail: 'timur@example.kz',
      Shp_product: 'subscription',
      SignatureValue: signWith(shop, '5000.000000:42:two:Shp_product=subscription').toUpperCase(),
    })
    expect(response.statusCode).toBe(303)
    const to = new URL(String(response.headers.location))
    expect(to.origin + to.pathname).toBe(shop.successUrl)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      OutSum: '5000.000000',
      InvId: '42',
      Culture: 'ru',
      Shp_product: 'subscription',
      SignatureValue: signWith(shop, '5000.000000:42:one:Shp_product=subscription'),
    })
    expect(to.search).not.toContain('timur')
  })

  test('twice tells the shop twice; silently, not at all', async () => {
    const twice = await givenPage()
    await twice.act((await twice.open()).body, 'twice')
    expect(twice.notices).toHaveLength(2)
    const silent = await givenPage()
    const response = await silent.act((await silent.open()).body, 'silently')
    expect([response.statusCode, silent.notices.length]).toEqual([303, 0])
    expect(await silent.status('42')).toContain('<State><Code>100</Code>')
  })

  test('a number paid once is not paid again, in this window or another', async () => {
    const { open, act, notices } = await givenPage()
    const page = (await open()).body
    const other = (await open()).body
    const { location } = (await act(page, 'once')).headers
    expect(location).toMatch(/^http:\/\/shop\.test\/payment_success\?/)
    for (const again of [page, other]) {
      expect(await act(again, 'once')).toMatchObject({ statusCode: 303, headers: { location } })
    }
    expect((await open()).body).toContain('Код ошибки: 40<')
    expect(notices).toHaveLength(1)
  })

  test('is told again, a bounded number of times, until the shop says OK', async () => {
    const { open, act, notices, app } = await givenPage(
      new Response('no', { status: 500 }),
      new Error('away'),
      new Response('OK'),
      new Response('OK42'),
    )
    await act((await open()).body, 'once')
    await expect.poll(() => notices.length).toBe(4)
    const [payment] = (await app.inject('/sandbox/api/payments')).json()
    expect(payment.callbacks.map((each: { accepted: boolean }) => each.accepted)).toEqual([
      false,
      false,
      false,
      true,
    ])

    const deaf = await givenPage(new Response('no', { status: 400 }))
    await deaf.act((await deaf.open()).body, 'once')
    await expect
      .poll(async () => (await deaf.app.inject('/sandbox/payments')).body)
      .toContain('попытки кончились')
    expect(deaf.notices).toHaveLength(4)
  })
})

test('declining tells the shop nothing, and the payer may come back and pay', async () => {
  const { open, act, notices } = await givenPage()
  const page = (await open()).body
  const response = await act(page, 'decline')
  expect(String(response.headers.location)).toMatch(/^http:\/\/shop\.test\/payment_failed\?/)
  expect(String(response.headers.location)).not.toContain('Signature')
  expect(notices).toEqual([])
  expect((await act(page, 'once')).statusCode).toBe(303)
  expect(notices).toHaveLength(1)
})

test('the status service answers by code', async () => {
  const { open, act, status } = await givenPage()
  expect(await status('42')).toContain('<Result><Code>3</Code></Result>')
  expect(await status('42', 'wrong')).toContain('<Result><Code>1</Code></Result>')
  const page = (await open()).body
  expect(await status('42')).toContain('<State><Code>5</Code>')
  await act(page, 'decline')
  expect(await status('42')).toContain('<State><Code>10</Code>')
  await act(page, 'once')
  expect(await status('42')).toMatch(/<State><Code>100<\/Code>.*<OutSum>5000\.000000<\/OutSum>/s)
})

test('people see what was done and empty the list', async () => {
  const { open, act, app } = await givenPage()
  expect((await app.inject('/sandbox/payments')).body).toContain('Платежей пока нет')
  await act((await open()).body, 'once')
  expect((await app.inject('/sandbox/payments')).body).toMatch(/№ 42.*оплачено.*принято/s)
  await app.inject({ method: 'DELETE', url: '/sandbox/api/payments' })
  expect((await app.inject('/sandbox/api/payments')).json()).toEqual([])
})
