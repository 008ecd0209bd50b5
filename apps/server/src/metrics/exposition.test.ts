import { expect, test } from 'vitest'
import { expose } from './exposition.ts'
import { openCounter, openHistogram } from './instruments.ts'

test('a counter is written by its labels, which are escaped', () => {
  const requests = openCounter('requests_total', 'Requests.')
  requests.add({ route: '/a' })
  requests.add({ route: '/a' })
  requests.add({ route: 'say "\\n"\n' })

  expect(expose([requests.read()])).toBe(
    '# HELP requests_total Requests.\n# TYPE requests_total counter\n' +
      'requests_total{route="/a"} 2\nrequests_total{route="say \\"\\\\n\\"\\n"} 1\n',
  )
})

test('a histogram counts into every bucket that is not below the value', () => {
  const seconds = openHistogram('seconds', 'Time.', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe({ route: '/a' }, value)

  expect(expose([seconds.read()]).split('\n').slice(2)).toEqual([
    'seconds_bucket{route="/a",le="0.1"} 2',
    'seconds_bucket{route="/a",le="1"} 3',
    'seconds_bucket{route="/a",le="+Inf"} 4',
    'seconds_sum{route="/a"} 7.65',
    'seconds_count{route="/a"} 4',
    '',
  ])
})
