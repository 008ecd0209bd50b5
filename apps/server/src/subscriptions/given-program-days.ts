import { type GivenMessages, givenMessages, minute, testHours } from '@app/testing/messages/given-messages'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type DailyServices, queueDueMessages } from './queue-due-messages.ts'
import { lockSubscription } from './subscription-repository.ts'

export const hour = 60 * minute

export const morning = { force: false, dryRun: false }

/** Creates programs and runs their mornings. */
export function givenProgramDays() {
  let given: GivenMessages
  let daily: DailyServices

  beforeAll(async () => {
    given = await givenMessages()
    await given.jobs.register(
      (await import('../messages/send-due-messages.job.ts')).sendDueMessagesJob,
      async () => {},
    )
    daily = { db: given.db, jobs: given.jobs, now: given.clock.now, hours: testHours }
  })

  beforeEach(() => given.reset())
  afterAll(() => given.close())

  const progressOf = async (id: string) =>
    (await given.db.transaction().execute((trx) => lockSubscription(trx, id)))?.progress

  const daysSent = async (id: string) =>
    (await given.messages())
      .filter((message) => message.subscription_id === id && message.sent_at !== null)
      .map(({ day }) => day)

  /** Runs the ten-minute job. */
  async function run(services: DailyServices = daily) {
    const report = await queueDueMessages(services, morning)
    await given.drain(given.servicesOn(services.db))
    return report
  }

  /** Simulates days with several runs each. */
  async function letDaysPass(days: number) {
    for (let hours = 0; hours < days * 24; hours += 6) {
      await run()
      given.clock.add(6 * hour)
    }
  }

  return {
    get given() {
      return given
    },
    get daily() {
      return daily
    },
    progressOf,
    daysSent,
    run,
    letDaysPass,
  }
}
