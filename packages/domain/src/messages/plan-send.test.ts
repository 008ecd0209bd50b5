import { describe, expect, test } from 'vitest'
import { type DueMessage, planSend } from './plan-send.ts'

const now = new Date('2026-11-02T04:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const wait = 10 * 60_000
const due: DueMessage = {
  sendState: 'waiting',
  unknownSince: null,
  resends: 0,
  deadline: new Date('2026-11-03T04:00:00Z'),
  mustUseTemplate: false,
  isReply: false,
  hasNoTemplate: false,
  sendAfter: null,
  subscriptionEnd: null,
  recipient: { optedOut: false, lastInboundAt: null },
}

describe('planSend', () => {
  test.each<[string, Partial<DueMessage>, ReturnType<typeof planSend>]>([
    [
      'goes out as a template to someone who never wrote',
      {},
      { step: 'send', form: 'template', isResend: false },
    ],
    [
      'goes out as free text to someone who wrote today',
      { recipient: { optedOut: false, lastInboundAt: minutesAgo(60) } },
      { step: 'send', form: 'free', isResend: false },
    ],
    [
      'stays a template once free text was refused',
      { mustUseTemplate: true, recipient: { optedOut: false, lastInboundAt: minutesAgo(60) } },
      { step: 'send', form: 'template', isResend: false },
    ],
    [
      'waits for the morning once its hours are over',
      { sendAfter: minutesAgo(-60) },
      { step: 'hold', until: minutesAgo(-60) },
    ],
    [
      'is not sent anew at night when no answer came',
      { sendState: 'unknown', unknownSince: minutesAgo(10), sendAfter: minutesAgo(-60) },
      { step: 'hold', until: minutesAgo(-60) },
    ],
    [
      'is not sent to someone who opted out',
      { recipient: { optedOut: true, lastInboundAt: null } },
      { step: 'stop', reason: 'opted_out' },
    ],
    [
      'written by hand is not sent as a template once the window has closed',
      { hasNoTemplate: true, recipient: { optedOut: false, lastInboundAt: minutesAgo(24 * 60) } },
      { step: 'stop', reason: 'expired' },
    ],
    [
      'written by hand is not sent to someone who opted out',
      { hasNoTemplate: true, recipient: { optedOut: true, lastInboundAt: minutesAgo(60) } },
      { step: 'stop', reason: 'opted_out' },
    ],
    [
      'is not sent when its program has ended',
      { subscriptionEnd: 'cancelled' },
      { step: 'stop', reason: 'cancelled' },
    ],
    [
      'is not sent again, answered or not, when its program has begun anew',
      { subscriptionEnd: 'reset', sendState: 'unknown', unknownSince: minutesAgo(11) },
      { step: 'stop', reason: 'reset' },
    ],
    [
      'of an ended program still waits for the process that holds it',
      { subscriptionEnd: 'cancelled', sendState: 'sending' },
      { step: 'await_status', until: new Date(now.getTime() + wait) },
    ],
    [
      'answers someone who has just opted out',
      { isReply: true, hasNoTemplate: true, recipient: { optedOut: true, lastInboundAt: minutesAgo(1) } },
      { step: 'send', form: 'free', isResend: false },
    ],
    [
      'is no reply any more when the window has closed',
      {
        isReply: true,
        hasNoTemplate: true,
        recipient: { optedOut: true, lastInboundAt: minutesAgo(24 * 60) },
      },
      { step: 'stop', reason: 'expired' },
    ],
    ['is not sent after its deadline', { deadline: minutesAgo(1) }, { step: 'stop', reason: 'expired' }],
    [
      'waits for a status when the process that took it is gone',
      { sendState: 'sending' },
      { step: 'await_status', until: new Date(now.getTime() + wait) },
    ],
    [
      'goes on waiting for a status',
      { sendState: 'unknown', unknownSince: minutesAgo(4) },
      { step: 'await_status', until: new Date(now.getTime() + 6 * 60_000) },
    ],
    [
      'is sent again when no status came',
      { sendState: 'unknown', unknownSince: minutesAgo(10) },
      { step: 'send', form: 'template', isResend: true },
    ],
    [
      'is left to a person after two resends',
      { sendState: 'unknown', unknownSince: minutesAgo(10), resends: 2 },
      { step: 'stop', reason: 'unanswered' },
    ],
  ])('a message %s', (_, facts, plan) => {
    expect(planSend({ ...due, ...facts }, now, wait)).toEqual(plan)
  })
})
