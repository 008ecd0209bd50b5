import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '#web/testing/memory-store.ts'
import { findLocation, guessLocation } from './location.ts'
import { locationServices } from './services.ts'
import { countryOfTimeZone } from './time-zones.ts'

type Answer = { status?: number; body: unknown } | Error

/** Services that answer in order; each call of `find` starts with the first. */
function givenServices(...answers: Answer[]) {
  const queue = [...answers]
  const fetch = vi.fn(async (_url: string | URL | Request) => {
    const answer = queue.shift() ?? new Error('asked too often')
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
  const store = memoryStore()
  const find = (hints: { language?: string; timeZone?: string } = {}) =>
    findLocation({
      services: locationServices('production'),
      fetch,
      store,
      language: hints.language,
      guessCountry: async () => countryOfTimeZone(hints.timeZone),
    })
  const asked = () => fetch.mock.calls.map(([url]) => new URL(String(url)).host)
  return { find, asked, store }
}

describe('looking up where a visitor is', () => {
  it('the first service that knows is believed', async () => {
    const { find, asked } = givenServices({ body: { country: 'Kazakhstan', city: 'Almaty' } })
    expect(await find({ language: 'ru-KZ' })).toEqual({
      locale: 'ru-KZ',
      country: 'Kazakhstan',
      city: 'Almaty',
    })
    expect(asked()).toEqual(['get.geojs.io'])
  })

  it('a failure passes the question on: unreachable, then 200 with success false, then the third', async () => {
    const { find, asked } = givenServices(
      new TypeError('blocked'),
      { body: { success: false, country: 'Nowhere' } },
      { body: { country_name: 'Kazakhstan', country: 'KZ', city: 'Astana' } },
    )
    expect(await find()).toEqual({ locale: 'ru-RU', country: 'Kazakhstan', city: 'Astana' })
    expect(asked()).toEqual(['get.geojs.io', 'ipwho.is', 'ipapi.co'])
  })

  it('a service without a city gives its region, or Unknown', async () => {
    const withRegion = givenServices({ body: { country: 'Kazakhstan', region: 'Almaty Region' } })
    expect((await withRegion.find()).city).toBe('Almaty Region')
    const without = givenServices({ body: { country: 'Kazakhstan' } })
    expect((await without.find()).city).toBe('Unknown')
  })

  it('when nobody knows, the time zone tells the country', async () => {
    const { find, store } = givenServices(
      { status: 429, body: {} },
      { body: 'rate limited' },
      { body: { error: true } },
    )
    expect(await find({ timeZone: 'Asia/Qyzylorda' })).toEqual({
      locale: 'ru-RU',
      country: 'Kazakhstan',
      city: 'Unknown',
    })
    expect(store.keys()).toEqual(['yasny-den.location'])
  })

  it('nobody is asked again after nobody knew', async () => {
    const { find, asked } = givenServices(new Error(), new Error(), new Error())
    const hints = { timeZone: 'Asia/Almaty' }
    const first = await find(hints)
    expect(await find(hints)).toEqual(first)
    expect(asked()).toHaveLength(3)
  })

  it('a guess that could not be made is made again', async () => {
    const { find } = givenServices(new Error(), new Error(), new Error())
    expect(await find()).toMatchObject({ country: 'Unknown' })
    expect(await find({ timeZone: 'Asia/Almaty' })).toMatchObject({ country: 'Kazakhstan' })
  })

  it('when even the time zone is strange, everything is Unknown', async () => {
    const { find } = givenServices(new Error(), new Error(), new Error())
    expect(await find({ timeZone: 'Mars/Olympus' })).toMatchObject({ country: 'Unknown', city: 'Unknown' })
  })

  it('is asked once a session', async () => {
    const { find, asked } = givenServices({ body: { country: 'Kazakhstan', city: 'Almaty' } })
    await find()
    expect(await find()).toMatchObject({ city: 'Almaty' })
    expect(asked()).toHaveLength(1)
  })

  it('a name longer than a lead takes is cut', async () => {
    const { find } = givenServices({ body: { country: 'K'.repeat(200), city: 'Almaty' } })
    expect((await find()).country).toHaveLength(80)
  })

  it('a sandbox asks nobody', () => {
    expect(locationServices('sandbox')).toEqual([])
  })
})

it('without asking anybody, the browser tells its language, and a country once it is guessed', () => {
  expect(guessLocation('kk-KZ', 'Kazakhstan')).toEqual({
    locale: 'kk-KZ',
    country: 'Kazakhstan',
    city: 'Unknown',
  })
  expect(guessLocation(undefined, null)).toEqual({ locale: 'ru-RU', country: 'Unknown', city: 'Unknown' })
})

it('every time zone a browser knows has a country', () => {
  const unknown = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone !== 'UTC' && !countryOfTimeZone(zone),
  )
  expect(unknown).toEqual([])
})

it.each([
  ['Asia/Qostanay', 'Kazakhstan'],
  ['Asia/Kashgar', 'China'],
  ['Europe/Kiev', 'Ukraine'],
  ['Europe/Kyiv', 'Ukraine'],
  ['Asia/Istanbul', 'Türkiye'],
  ['Asia/Calcutta', 'India'],
  ['America/Buenos_Aires', 'Argentina'],
  ['Europe/Moscow', 'Russia'],
])('%s is in %s, an old name too', (zone, country) => {
  expect(countryOfTimeZone(zone)).toBe(country)
})

it.each(['UTC', 'Etc/GMT-5', 'Mars/Olympus', '', undefined])('%s is in no country', (zone) => {
  expect(countryOfTimeZone(zone)).toBeNull()
})
