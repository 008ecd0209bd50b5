import { expect, test } from 'vitest'
import { cleanEvent } from './clean-event.ts'

const technical = { token: 'phc_1', distinct_id: '0190b1f2-7c3a-7e43-9a51-0f7c62bb1f1e', $browser: 'Chrome' }

test('of a known event only its own fields and the technical ones leave', () => {
  const cleaned = cleanEvent({
    event: 'quiz_step_completed',
    properties: {
      ...technical,
      step_id: 'weight',
      step_number: 5,
      weight: 72.5,
      answer: 'female',
      $initial_person_info: { r: 'https://x' },
      $el_text: 'Часто',
    },
  })

  expect(cleaned?.properties).toEqual({ ...technical, step_id: 'weight', step_number: 5 })
})

test.each(['$$heatmap', '$copy_autocapture', 'survey sent', '$feature_flag_called', 'lead_saved'])(
  'the event %s stays in the browser',
  (event) => {
    expect(cleanEvent({ event, properties: technical })).toBeNull()
  },
)

test('addresses lose their query, fragment and tokens', () => {
  const cleaned = cleanEvent({
    event: '$pageview',
    properties: {
      $current_url: 'https://clearday.kz/profile?data=%7B%7D#access_token=x',
      $pathname: '/profile',
      $referrer: 'https://mail.example.kz/inbox/aliya?id=1',
      $session_entry_url: 'https://clearday.kz/?utm_source=instagram',
      $session_entry_referrer: '$direct',
      $session_entry_utm_source: 'instagram',
      gclid: 'abc',
    },
  })

  expect(cleaned?.properties).toEqual({
    $current_url: 'https://clearday.kz/profile',
    $pathname: '/profile',
    $referrer: 'https://mail.example.kz',
    $session_entry_url: 'https://clearday.kz/',
    $session_entry_referrer: '$direct',
    $session_entry_utm_source: 'instagram',
  })
})

test('about a person only the way of signing in and the language leave', () => {
  const set = { email: 'aliya@example.com', name: 'Алия', locale: 'ru-RU', sign_in_method: 'code' }
  const cleaned = cleanEvent({
    event: '$identify',
    properties: { ...technical, $set: set },
    $set: set,
    $set_once: { $initial_current_url: 'https://clearday.kz/?data=1' },
  })

  const kept = { locale: 'ru-RU', sign_in_method: 'code' }
  expect(cleaned?.properties.$set).toEqual(kept)
  expect(cleaned?.$set).toEqual(kept)
  expect(cleaned?.$set_once).toEqual({})
})

test('a captured exception keeps its type and places, and no quoted value', () => {
  const cleaned = cleanEvent({
    event: '$exception',
    properties: {
      $exception_list: [
        {
          type: 'SyntaxError',
          value: 'Unexpected token, "Часто" is not valid JSON',
          mechanism: { handled: false, type: 'generic', data: { a: 1 } },
          stacktrace: {
            type: 'raw',
            frames: [
              {
                filename: 'https://clearday.kz/assets/i.js?v=1',
                function: 'f',
                lineno: 1,
                colno: 1234567890,
                vars: { x: 'Алия' },
              },
            ],
          },
        },
      ],
      $exception_values: ['Часто'],
    },
  })

  expect(cleaned?.properties).toEqual({
    $exception_list: [
      {
        type: 'SyntaxError',
        value: 'Unexpected token, "…" is not valid JSON',
        mechanism: { handled: false, type: 'generic' },
        stacktrace: {
          type: 'raw',
          frames: [
            { filename: 'https://clearday.kz/assets/i.js', function: 'f', lineno: 1, colno: 1234567890 },
          ],
        },
      },
    ],
  })
})

test('a report keeps its time, which is no phone number', () => {
  const cleaned = cleanEvent({
    event: 'error_occurred',
    properties: { timestamp: '2026-11-21T05:00:00.000Z', message: 'aliya@example.com', request_id: 'r-1' },
  })

  expect(cleaned?.properties).toEqual({
    timestamp: '2026-11-21T05:00:00.000Z',
    message: '[email]',
    request_id: 'r-1',
  })
})
