import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type SentEvent = {
  event: string
  uuid: string | null
  /** The time when it arrived. */
  at: string
  distinctId: string | null
  properties: Record<string, unknown>
  rest: Record<string, unknown>
}

/** What the stand-in for the analytics provider received from one browser, oldest first. */
export class SentEvents {
  private readonly page: Page
  private readonly request: APIRequestContext
  private firstDeviceId: string | null = null

  constructor(page: Page, request: APIRequestContext) {
    this.page = page
    this.request = request
  }

  async all(): Promise<SentEvent[]> {
    const device = await this.deviceId()
    return device === null ? [] : this.received({ device })
  }

  async named(name: string): Promise<SentEvent[]> {
    return (await this.all()).filter(({ event }) => event === name)
  }

  /** The types of the errors that were reported, each once. */
  async errorTypes(): Promise<unknown[]> {
    const errors = await this.named('error_occurred')
    return [...new Set(errors.map(({ properties }) => properties.error_type))]
  }

  /** From every browser and from the server. */
  everything(): Promise<SentEvent[]> {
    return this.received({})
  }

  /** Asked for by browser where there is one: what all journeys together have sent by now are megabytes, and it is asked often. */
  private async received(params: { device?: string }): Promise<SentEvent[]> {
    const response = await this.request.get('/sandbox/api/analytics', { params })
    return ((await response.json()) as SentEvent[]).reverse()
  }

  /**
   * Returns the id that the provider's library gave this browser when it was first asked; null
   * while it has not been loaded. A device that has forgotten its person goes by another name.
   */
  async deviceId(): Promise<string | null> {
    if (this.firstDeviceId) return this.firstDeviceId
    const kept = await this.page.evaluate(() => localStorage.getItem('ph_phc_sandbox_posthog'))
    const id: unknown = kept && JSON.parse(kept).$device_id
    this.firstDeviceId = typeof id === 'string' ? id : null
    return this.firstDeviceId
  }
}

/** Analytics was told of an event by this browser, as whoever it is taken for now. */
export async function expectTold(
  page: Page,
  request: APIRequestContext,
  name: string,
  properties: Record<string, unknown>,
) {
  const sent = new SentEvents(page, request)
  const told = async () => (await sent.named(name)).at(-1)?.properties
  await expect.poll(told, { timeout: 20_000 }).toMatchObject(properties)
}
