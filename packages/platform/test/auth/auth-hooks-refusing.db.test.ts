import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthSettings, HooksSettings } from '../../src/settings.ts'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

const asel = 'asel@example.com'
const password = 'long enough'
let shared: SharedDatabase
let platform: TestPlatform

beforeAll(async () => {
  shared = await givenSharedDatabase()
  const opening = await shared.open()
  await opening.runScript(`
    create table public.asked (n serial, event jsonb);
    create function public.only_example(event jsonb) returns jsonb language plpgsql as $$ begin
      insert into public.asked (event) values (event);
      if event -> 'user' ->> 'email' like '%@example.com' then return '{}'; end if;
      return '{"error": {"http_code": 403, "message": "Not from there"}}';
    end $$;
    create function public.two_tries(event jsonb) returns jsonb language plpgsql as $$ begin
      insert into public.asked (event) values (event);
      if (select count(*) from public.asked where not (asked.event ->> 'valid')::boolean) < 2 then
        return '{"decision": "continue"}';
      end if;
      return '{"decision": "reject", "message": "Come tomorrow", "should_logout_user": true}';
    end $$;
    create function public.slow_and_broken(event jsonb) returns jsonb language plpgsql as $$ begin
      perform pg_sleep(0.3);
      raise exception 'out of order';
    end $$;`)
  await opening.close()
})
afterAll(() => shared.drop())

async function given(
  hooks: HooksSettings,
  work: () => Promise<void>,
  settings: Partial<AuthSettings> = {},
): Promise<void> {
  platform = await shared.openEmpty({
    auth: { hooks, anonymousUsersEnabled: true, ...settings },
  })
  await sql`truncate public.asked`.execute(platform.db)
  try {
    await work()
  } finally {
    await platform.close()
  }
}

type Event = {
  metadata: Record<string, unknown>
  user: Record<string, unknown>
  user_id: string
  valid: boolean
}
const asked = async (): Promise<Event[]> => {
  const { rows } = await sql<{ event: Event }>`select event from public.asked order by n`.execute(platform.db)
  return rows.map(({ event }) => event)
}
const accounts = () => platform.db.selectFrom('auth.users').select(['id', 'email']).execute()
const inDatabase = (name: string) => ({ uri: `pg-functions://postgres/public/${name}` })
const onlyExample = { beforeUserCreated: inDatabase('only_example') }

describe('a hook that is asked before there is an account', () => {
  it('is told who it would be, and they are that', async () => {
    await given(onlyExample, async () => {
      const { auth } = visitorClient(platform)
      await auth.signUp({ email: asel, password, options: { data: { name: 'Асель' } } })
      const [event, ...more] = await asked()
      expect(more).toEqual([])
      expect(event).toMatchObject({
        metadata: { name: 'before-user-created', ip_address: '127.0.0.1' },
        user: {
          ...{ email: asel, phone: '', is_anonymous: false, user_metadata: { name: 'Асель' } },
          app_metadata: { provider: 'email', providers: ['email'] },
        },
      })
      expect(await accounts()).toEqual([{ id: event?.user.id, email: asel }])
      expect(platform.mails).toHaveLength(1)
    })
  })

  it.each<[string, () => Promise<{ error: unknown }>]>([
    ['a sign-up', () => visitorClient(platform).auth.signUp({ email: 'a@other.test', password })],
    ['a code', () => visitorClient(platform).auth.signInWithOtp({ email: 'a@other.test' })],
    ['a visit without a name', () => visitorClient(platform).auth.signInAnonymously()],
    ['an invitation', () => serviceClient(platform).auth.admin.inviteUserByEmail('a@other.test')],
    [
      'a link for an administrator',
      () => serviceClient(platform).auth.admin.generateLink({ type: 'magiclink', email: 'a@other.test' }),
    ],
  ])('refuses %s in its own words, and nothing is left of it', async (_what, ask) => {
    await given(onlyExample, async () => {
      expect((await ask()).error).toMatchObject({ status: 403, message: 'Not from there' })
      expect(await accounts()).toEqual([])
      expect(platform.mails).toEqual([])
    })
  })

  it('hears what somebody says of themselves who asks for a code, and lets them by once', async () => {
    await given(onlyExample, async () => {
      const { auth } = visitorClient(platform)
      const request = { email: asel, options: { data: { name: 'Асель' } } }
      expect((await auth.signInWithOtp(request)).error).toBeNull()
      expect((await auth.signInWithOtp(request)).error).toBeNull()
      expect(await asked()).toMatchObject([{ user: { user_metadata: { name: 'Асель' } } }])
      expect(platform.mails).toHaveLength(2)
    })
  })

  it('is asked of a sign-up for an address that is known as of any other, and answers alike', async () => {
    await given(onlyExample, async () => {
      const { data } = await serviceClient(platform).auth.admin.createUser({
        email: 'known@other.test',
        email_confirm: true,
      })
      const refusals = []
      for (const email of ['known@other.test', 'new@other.test']) {
        const { status, body } = await call(platform, '/auth/v1/signup', {
          method: 'POST',
          body: JSON.stringify({ email, password }),
        })
        refusals.push({ status, body })
      }
      expect(refusals[0]).toEqual(refusals[1])
      expect((await asked()).map(({ user }) => user.email)).toEqual(['known@other.test', 'new@other.test'])
      expect((await asked())[0]?.user.id).not.toBe(data.user?.id)
    })
  })
})

describe('a hook that is told of passwords', () => {
  const hooks = { passwordVerificationAttempt: inDatabase('two_tries') }
  const attempt = (password: string, email = asel) =>
    visitorClient(platform).auth.signInWithPassword({ email, password })

  it('hears which were right, and may reject and end what is open', async () => {
    await given(hooks, async () => {
      const { userId } = await signedInClient(platform, asel)
      await serviceClient(platform).auth.admin.updateUserById(userId, { password })
      const right = await attempt(password)
      expect(right.error).toBeNull()
      expect((await attempt('wrong one')).error).toMatchObject({ message: 'Invalid login credentials' })
      const rejected = await attempt('wrong two')
      expect(rejected.error).toMatchObject({
        ...{ status: 400, code: 'invalid_credentials', message: 'Come tomorrow' },
      })
      expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
      expect((await attempt(password)).error).toMatchObject({ message: 'Come tomorrow' })
      const events = (await asked()).map(({ user_id, valid }) => [user_id, valid])
      expect(events).toEqual([true, false, false, true].map((valid) => [userId, valid]))
      expect((await asked())[0]?.metadata).toMatchObject({ name: 'password-verification' })
    })
  })

  it('hears nothing of an address that nobody has', async () => {
    await given(hooks, async () => {
      expect((await attempt(password, 'nobody@example.com')).error).toMatchObject({
        message: 'Invalid login credentials',
      })
      expect(await asked()).toEqual([])
    })
  })

  it('fails for an address that nobody has as it did for the last that somebody has', async () => {
    await given({ passwordVerificationAttempt: inDatabase('slow_and_broken') }, async () => {
      const { userId } = await signedInClient(platform, asel)
      await serviceClient(platform).auth.admin.updateUserById(userId, { password })
      const known = await attempt('wrong one')
      expect(known.error).toMatchObject({ status: 500 })
      const began = performance.now()
      const unknown = await attempt('wrong one', 'nobody@example.com')
      expect(performance.now() - began).toBeGreaterThan(290)
      expect([unknown.error?.status, unknown.error?.message]).toEqual([500, known.error?.message])
    })
  })
})
