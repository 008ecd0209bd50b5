import { sampleOwner } from '@app/content/ru/sample-owner'
import { buildAttempt } from '@app/testing/attempt'
import { givenDatabase } from '@app/testing/database/given-database'
import { givenPlatform } from '@app/testing/database/given-platform'
import { aigerim, freshEmail } from '@app/testing/people'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openServer } from '../server.ts'
import type { ProductTables } from './tables.ts'

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'with sign-in and data hosted elsewhere, leads are owned by the same rules',
  async () => {
    const database = await givenDatabase()
    const hosted = await givenPlatform<ProductTables>({ database: database.settings })
    const server = await openServer(
      readConfig(
        {
          MODE: 'supabase',
          DATABASE_URL: 'url' in database.settings ? database.settings.url : '',
          SUPABASE_URL: hosted.url,
          SUPABASE_PUBLISHABLE_KEY: hosted.keys.publishable,
          SUPABASE_SECRET_KEY: hosted.keys.secret,
          LOG_LEVEL: 'silent',
        },
        sampleOwner,
      ),
    )
    onTestFinished(async () => {
      await server.close()
      await hosted.close()
      await database.drop()
    })
    const email = freshEmail(aigerim)
    const save = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/leads',
        payload: buildAttempt({ contact: { name: aigerim.name, email, phone: aigerim.phone } }),
      })

    expect((await server.app.inject('/api/ready')).statusCode).toBe(200)
    expect((await server.app.inject('/api/client-config')).json()).toMatchObject({ supabaseUrl: hosted.url })
    expect((await server.app.inject('/auth/v1/health')).statusCode).toBe(404)

    expect([(await save()).statusCode, (await save()).statusCode]).toEqual([201, 201])
    const leads = await hosted.db.selectFrom('quiz_leads').selectAll().where('email', '=', email).execute()
    const users = await hosted.db.selectFrom('auth.users').select('id').where('email', '=', email).execute()
    expect(users).toHaveLength(1)
    expect(leads.map(({ user_id, ownership }) => [user_id, ownership])).toEqual([
      [users[0]?.id, 'linked'],
      [users[0]?.id, 'linked'],
    ])
  },
)
