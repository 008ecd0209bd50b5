import type { ErrorCode } from '@app/contracts/error-codes'
import { type SaveLeadRequest, saveLeadRequestSchema } from '@app/contracts/leads'
import { aigerim, timur } from '@app/testing/people'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '#web/testing/memory-store.ts'
import { afterAnswer, retryDelayMs } from './delivery.ts'
import { createOutbox, type SendLead } from './outbox.ts'
import { outboxKey } from './outbox-key.ts'
import { sendLeadTo } from './send-lead.ts'

const saved = {
  status: 201,
  body: {
    result: {
      mainCategory: 'A',
      subCategory: 'A2',
      scores: { A: 1, B: 0, C: 0 },
      rulesVersion: '2026-11',
    },
    resultToken: 'token',
  },
} as const

function buildRequest(attemptId: string, { answers, name, phone } = aigerim): SaveLeadRequest {
  return {
    attemptId,
    answers,
    contact: { name, email: 'a@example.com', phone },
    consent: { health: 'health-2026-11' },
  }
}

function givenOutbox({
  store = memoryStore(),
  userId = null as string | null,
  whenShown = async () => {},
} = {}) {
  const send = vi.fn<SendLead>()
  const onRefused = vi.fn()
  const onFailed = vi.fn()
  const onPosted = vi.fn()
  const timers: { run: () => void; delayMs: number }[] = []
  const outbox = createOutbox({
    store,
    send,
    signedInId: () => userId,
    onPosted,
    onFailed,
    onRefused,
    setTimer: (run, delayMs) => timers.push({ run, delayMs }),
    whenShown,
  })
  return { outbox, send, onPosted, onFailed, onRefused, timers, store }
}

describe('the outbox', () => {
  it('keeps an attempt at once, and sends it once its result is shown, or the network is back', async () => {
    let show = () => {}
    const { outbox, send } = givenOutbox({ whenShown: () => new Promise((resolve) => (show = resolve)) })
    send.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(saved)
    const posted = outbox.post(buildRequest('one'))
    expect(outbox.holds('one')).toBe(true)
    expect(send).not.toHaveBeenCalled()
    show()
    await posted
    expect(send).toHaveBeenCalledTimes(1)

    void outbox.post(buildRequest('one'))
    await outbox.flush()
    expect(outbox.holds('one')).toBe(false)
  })

  it('tells of what it is given to send, as whom, and knows what waits', async () => {
    const { outbox, send, onPosted } = givenOutbox({ userId: 'one' })
    const request = buildRequest('one')
    send.mockRejectedValueOnce(new TypeError('no network'))
    await outbox.post(request)
    expect(onPosted).toHaveBeenCalledWith({ request, userId: 'one' })
    expect(outbox.holds('one')).toBe(true)

    send.mockResolvedValue(saved)
    await outbox.post(request, null)
    expect(send).toHaveBeenLastCalledWith(request, null)
    expect(outbox.holds('one')).toBe(false)
  })

  it('sends what was submitted again while it was on its way, with what is agreed to now', async () => {
    const { outbox, send } = givenOutbox()
    const ticked = {
      ...buildRequest('one'),
      consent: { health: 'health-2026-11', marketing: 'marketing-2026-11' },
    }
    let answer = (_: typeof saved) => {}
    send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    send.mockResolvedValue(saved)
    const first = outbox.post(ticked)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    const second = outbox.post(buildRequest('one'))
    answer(saved)
    await Promise.all([first, second])

    expect(send.mock.calls.map(([request]) => request)).toEqual([ticked, buildRequest('one')])
    expect(outbox.isEmpty()).toBe(true)
  })

  it('lets an attempt go once the server has it', async () => {
    const { outbox, send, store, timers } = givenOutbox()
    send.mockResolvedValue(saved)
    await outbox.post(buildRequest('one'))
    expect(outbox.deliveryOf('one')).toEqual({ status: 'saved', resultToken: 'token' })
    expect(store.keys()).toEqual([])
    expect(timers).toEqual([])
  })

  it('writes an attempt down before it is first sent', async () => {
    const { outbox, send, store } = givenOutbox()
    let heldWhileSending: string | null = null
    send.mockImplementation(async () => {
      heldWhileSending = store.getItem(outboxKey)
      return saved
    })
    await outbox.post(buildRequest('one'))
    expect(heldWhileSending).toContain('"one"')
  })

  it('keeps an attempt the network lost and sends the very same one later', async () => {
    const { outbox, send, timers } = givenOutbox()
    send.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(saved)
    const request = buildRequest('one')
    await outbox.post(request)
    expect(outbox.deliveryOf('one')).toEqual({ status: 'waiting' })
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([3000])

    timers[0]!.run()
    await outbox.flush()
    expect(send.mock.calls.map(([sent]) => sent)).toEqual([request, request])
    expect(outbox.isEmpty()).toBe(true)
  })

  it('tells once of an attempt that could not be saved, however often it is tried, on later pages too', async () => {
    const first = givenOutbox()
    first.send.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ status: 503, body: null })
    await first.outbox.post(buildRequest('one'))
    await first.outbox.flush()
    expect(first.onFailed).toHaveBeenCalledExactlyOnceWith(null)

    const later = givenOutbox({ store: first.store })
    later.send.mockResolvedValue({ status: 503, body: null })
    await later.outbox.flush()
    expect(later.onFailed).not.toHaveBeenCalled()
    await later.outbox.post(buildRequest('two', timur))
    expect(later.onFailed).toHaveBeenCalledExactlyOnceWith(503)
  })

  it('a later page sends what an earlier one could not', async () => {
    const first = givenOutbox()
    first.send.mockRejectedValue(new Error('offline'))
    await first.outbox.post(buildRequest('one'))

    const later = givenOutbox({ store: first.store })
    later.send.mockResolvedValue(saved)
    await later.outbox.flush()
    expect(later.send).toHaveBeenCalledExactlyOnceWith(buildRequest('one'), null)
    expect(later.outbox.isEmpty()).toBe(true)
  })

  it('sends an attempt as the person who finished it, whoever is signed in by then', async () => {
    const first = givenOutbox({ userId: 'aigerim' })
    first.send.mockRejectedValue(new Error('offline'))
    await first.outbox.post(buildRequest('one'))

    const later = givenOutbox({ store: first.store, userId: 'timur' })
    later.send.mockResolvedValue(saved)
    await later.outbox.post(buildRequest('two', timur))
    expect(later.send.mock.calls.map(([{ attemptId }, userId]) => [attemptId, userId])).toEqual([
      ['one', 'aigerim'],
      ['two', 'timur'],
    ])
  })

  it('sends what an earlier version kept as a visitor', async () => {
    const store = memoryStore({ [outboxKey]: JSON.stringify([buildRequest('one')]) })
    const { outbox, send } = givenOutbox({ store, userId: 'timur' })
    send.mockResolvedValue(saved)
    await outbox.flush()
    expect(send).toHaveBeenCalledExactlyOnceWith(buildRequest('one'), null)
    expect(outbox.isEmpty()).toBe(true)
  })

  it('holds two attempts apart, and one refused does not hold up the other', async () => {
    const { outbox, send, onRefused } = givenOutbox()
    send.mockRejectedValueOnce(new Error('offline'))
    await outbox.post(buildRequest('one'))
    send.mockImplementation(async ({ attemptId }) =>
      attemptId === 'one' ? { status: 422, body: null, code: 'invalid_input' } : saved,
    )
    await outbox.post(buildRequest('two', timur))
    expect(outbox.deliveryOf('one')).toEqual({ status: 'refused', httpStatus: 422 })
    expect(outbox.deliveryOf('two')).toMatchObject({ status: 'saved' })
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(422)
    expect(outbox.isEmpty()).toBe(true)
  })

  it('sends nothing twice at once', async () => {
    const { outbox, send } = givenOutbox()
    send.mockResolvedValue(saved)
    await Promise.all([outbox.post(buildRequest('one')), outbox.flush(), outbox.flush()])
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('waits with one timer however many sends fail meanwhile', async () => {
    const { outbox, send, timers } = givenOutbox()
    send.mockRejectedValue(new Error('offline'))
    await outbox.post(buildRequest('one'))
    await outbox.flush()
    await outbox.flush()
    expect(timers).toHaveLength(1)
  })

  it('tells its listeners how far it got', async () => {
    const { outbox, send } = givenOutbox()
    send.mockResolvedValue(saved)
    const seen: (string | undefined)[] = []
    outbox.subscribe(() => seen.push(outbox.deliveryOf('one')?.status))
    await outbox.post(buildRequest('one'))
    expect(seen.at(0)).toBe('sending')
    expect(seen.at(-1)).toBe('saved')
  })

  it('ignores a damaged record', async () => {
    const { outbox, send } = givenOutbox({ store: memoryStore({ [outboxKey]: '[null,{"a":1}' }) })
    await outbox.flush()
    expect(send).not.toHaveBeenCalled()
  })
})

describe('an attempt of somebody signed in', () => {
  it('whose session has ended meanwhile goes once more, as a visitor’s', async () => {
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      const authorization = new Headers(headers).get('authorization')
      asked.push(authorization)
      return authorization ? Response.json({}, { status: 401 }) : Response.json(saved.body, { status: 201 })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const answer = await sendLeadTo('/api', async () => 'ended')(buildRequest('one'), 'aigerim')
    expect(asked).toEqual(['Bearer ended', null])
    expect(answer).toEqual(saved)
    const hers = vi.fn(async () => Response.json(saved.body, { status: 201 }))
    vi.stubGlobal('fetch', hers)
    const own = await sendLeadTo('/api', async () => 'valid')(buildRequest('one'), 'aigerim')
    expect(own, 'as theirs in the end').toEqual({ ...saved, userId: 'aigerim' })
  })
})

describe('an attempt whose id another one was saved under', () => {
  /** A server on which only ids that were never sent to it before are free. */
  function givenServer(taken: string, status = 409, code: ErrorCode = 'attempt_conflict') {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      const { attemptId } = JSON.parse(String(body))
      asked.push(attemptId)
      return attemptId === taken
        ? Response.json({ code }, { status })
        : Response.json(saved.body, { status: 201 })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    return asked
  }

  const taken = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const send = sendLeadTo('/api', async () => null)

  it('is sent again under one of its own, however often it is sent', async () => {
    const asked = givenServer(taken)
    expect(await send(buildRequest(taken), null)).toEqual(saved)
    expect(await send(buildRequest(taken), null)).toEqual(saved)
    const [, own = ''] = asked
    expect(asked).toEqual([taken, own, taken, own])
    expect(own).not.toBe(taken)
    expect(saveLeadRequestSchema.shape.attemptId.safeParse(own).success).toBe(true)
  })

  it('shares the new one with no other contact and no other answers', async () => {
    const asked = givenServer(taken)
    const request = buildRequest(taken)
    await send(request, null)
    await send({ ...request, contact: { ...request.contact, phone: timur.phone } }, null)
    await send({ ...request, answers: timur.answers }, null)
    expect(new Set(asked.filter((id) => id !== taken)).size).toBe(3)
  })

  it('is sent again only once, and for no other refusal', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      asked.push(JSON.parse(String(body)).attemptId)
      return Response.json({ code: 'attempt_conflict' }, { status: 409 })
    })
    const answer = { status: 409, body: null, code: 'attempt_conflict' }
    expect(await send(buildRequest(taken), null)).toEqual(answer)
    expect(asked).toHaveLength(2)

    const refused = givenServer(taken, 400, 'invalid_input')
    expect((await send(buildRequest(taken), null)).status).toBe(400)
    expect(refused).toEqual([taken])
  })

  it('is not sent again when it is saved and somebody’s own by now, also for whoever is signed out since', async () => {
    for (const userId of [null, 'aigerim']) {
      const asked = givenServer(taken, 409, 'attempt_saved')
      expect(afterAnswer(await send(buildRequest(taken), userId))).toEqual({ status: 'saved' })
      expect(asked).toEqual([taken])
    }
  })

  it('has no answer, and so waits, when the refusal is cut off before it says which it is', async () => {
    const cut = new ReadableStream({ start: (stream) => stream.error(new Error('cut')) })
    vi.stubGlobal('fetch', async () => new Response(cut, { status: 409 }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(send(buildRequest(taken), null)).rejects.toThrow('cut')
  })

  it('is sent again without the token of a session that has ended', async () => {
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers, body }: RequestInit) => {
      const authorization = new Headers(headers).get('authorization')
      asked.push(authorization)
      if (authorization) return Response.json({}, { status: 401 })
      const { attemptId } = JSON.parse(String(body))
      return attemptId === taken
        ? Response.json({ code: 'attempt_conflict' }, { status: 409 })
        : Response.json(saved.body, { status: 201 })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const answer = await sendLeadTo('/api', async () => 'ended')(buildRequest(taken), 'aigerim')
    expect(answer).toEqual(saved)
    expect(asked).toEqual(['Bearer ended', null, null])
  })

  it('is sent again as a visitor’s for whoever is signed out by now', async () => {
    const asked = givenServer(taken)
    expect(await send(buildRequest(taken), 'aigerim')).toEqual(saved)
    expect(asked).toHaveLength(2)
  })
})

describe("what the server's answer means", () => {
  it.each([
    [null, 'waiting'],
    [{ status: 201, body: saved.body }, 'saved'],
    [{ status: 200, body: null }, 'waiting'],
    [{ status: 302, body: null }, 'waiting'],
    [{ status: 400, body: null, code: 'invalid_input' }, 'refused'],
    [{ status: 409, body: null, code: 'attempt_conflict' }, 'refused'],
    [{ status: 413, body: null, code: 'invalid_input' }, 'refused'],
    // Of a portal, a firewall or a half-done deploy.
    [{ status: 403, body: null }, 'waiting'],
    [{ status: 404, body: null, code: 'NOT_FOUND' }, 'waiting'],
    [{ status: 408, body: null }, 'waiting'],
    [{ status: 429, body: null, code: 'rate_limited' }, 'waiting'],
    [{ status: 500, body: null }, 'waiting'],
    [{ status: 503, body: null }, 'waiting'],
  ])('%j is %s', (answer, status) => {
    expect(afterAnswer(answer).status).toBe(status)
  })

  it('the pauses double up to two minutes', () => {
    expect([0, 1, 2, 5, 6, 50].map(retryDelayMs)).toEqual([3000, 6000, 12_000, 96_000, 120_000, 120_000])
  })
})
