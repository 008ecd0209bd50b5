import { expect, test } from 'vitest'
import { probedEndpoints, probeMethod } from './panel-tests.ts'

test('endpoints that contain trigger are asked with POST, all others with GET', () => {
  const posted = probedEndpoints.filter((endpoint) => probeMethod(endpoint) === 'POST')

  expect(posted).toEqual(['/daily-messaging/trigger', '/whatsapp/daily-messaging/trigger'])
})
