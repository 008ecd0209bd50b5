import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { wireTables } from './given-wire.ts'

export type Case = {
  /** Method and path. */
  ask: string
  prefer?: string
  accept?: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  /** A text, or what JSON is like. */
  answer?: unknown
  says?: Record<string, string | null>
}

export const refusal = (
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
) => ({
  code,
  message,
  details,
  hint,
})

/** A platform with tables and functions, and how its answers are compared. */
export function givenWireAnswers() {
  let platform: TestPlatform

  beforeAll(async () => {
    platform = await givenPlatform({
      rest: {
        schemas: ['wire', 'other'],
        txEnd: 'rollback-allow-override',
        planEnabled: true,
        regularExpressions: 'all',
      },
    })
    await platform.runScript(wireTables)
  })

  afterAll(() => platform.close())

  /** Asks as a visitor would; nothing is kept unless it is asked for. */
  async function answerOf({ ask, prefer, accept, headers, body }: Case) {
    const [method = '', path = ''] = ask.split(/ (.*)/)
    return call(platform, `/rest/v1${path}`, {
      method,
      headers: { ...(prefer ? { prefer } : {}), ...(accept ? { accept } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  function itAnswers(cases: readonly Case[]): void {
    it.each(cases)('$ask $prefer $accept answers $status', async (one) => {
      const got = await answerOf(one)
      expect({ status: got.status, body: got.body }).toMatchObject({ status: one.status })
      if (typeof one.answer === 'string') expect(got.body.text ?? got.body).toBe(one.answer)
      else if (one.answer !== undefined) expect(got.body).toEqual(one.answer)
      for (const [name, value] of Object.entries(one.says ?? {})) expect(got.headers.get(name)).toBe(value)
    })
  }

  const countOfItems = async (where: string) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from wire.items where ${sql.raw(where)}`.execute(platform.db)
    return rows[0]?.n
  }

  return { answerOf, itAnswers, countOfItems }
}
