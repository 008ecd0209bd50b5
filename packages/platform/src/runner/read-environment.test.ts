import { describe, expect, it } from 'vitest'
import { readEnvironment } from './read-environment.ts'

describe('the environment of the platform on its own', () => {
  it('needs nothing', () => {
    const { host, port, platform, initSql, mailPort } = readEnvironment({})
    expect({ host, port, initSql, mailPort }).toEqual({
      ...{ host: '127.0.0.1', port: 54321 },
      ...{ initSql: undefined, mailPort: undefined },
    })
    expect(platform).toMatchObject({
      externalUrl: 'http://localhost:54321',
      database: { kind: 'pglite' },
      keys: {},
    })
  })

  it('goes by the names upstream uses', () => {
    const { host, platform, initSql, mailPort } = readEnvironment({
      HOST: '0.0.0.0',
      PORT: '9998',
      API_EXTERNAL_URL: 'http://localhost:9998',
      GOTRUE_JWT_SECRET: 'secret',
      GOTRUE_JWT_KEYS: '[{"kty":"EC","key_ops":["sign"]}]',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
      GOTRUE_JWT_ADMIN_ROLES: 'supabase_admin, service_role',
      GOTRUE_RATE_LIMIT_VERIFY: '7',
      AUTH_CODES_PER_ADDRESS: '12',
      GOTRUE_MFA_MAX_ENROLLED_FACTORS: '3',
      PGRST_DB_SCHEMAS: 'public, personal',
      PGRST_DB_EXTRA_SEARCH_PATH: 'extensions',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      FILE_SIZE_LIMIT: '1024',
      TEST_DATA_DIR: 'memory',
      TEST_INIT_SQL: 'a.sql,b.sql',
      TEST_MAIL_PORT: '9000',
      TEST_FUNCTIONS_DIR: 'supabase/functions',
      TEST_MIGRATIONS_DIR: 'supabase/migrations',
    })
    expect(host).toBe('0.0.0.0')
    expect(platform).toMatchObject({
      functionsDir: 'supabase/functions',
      migrationsDir: 'supabase/migrations',
      database: { kind: 'pglite', dataDir: 'memory' },
      keys: { jwtSecret: 'secret', jwtKeys: [{ kty: 'EC' }] },
      auth: {
        autoconfirm: true,
        smtpMaxFrequency: 90,
        adminRoles: ['supabase_admin', 'service_role'],
        mfa: { maxEnrolledFactors: 3 },
      },
      rateLimits: { verify: { max: 7, seconds: 300 }, codesPerAddress: { max: 12, seconds: 86_400 } },
      rest: {
        schemas: ['public', 'personal'],
        extraSearchPath: ['extensions'],
        maxRows: 1000,
        txEnd: 'commit-allow-override',
        aggregatesEnabled: true,
      },
      storage: { fileSizeLimit: 1024 },
    })
    expect({ initSql, mailPort }).toEqual({ initSql: ['a.sql', 'b.sql'], mailPort: 9000 })
  })

  it('is refused with everything that is wrong, and without the values', () => {
    const read = () =>
      readEnvironment({
        PORT: 'http',
        GOTRUE_JWT_KEYS: 'my secret',
        GOTRUE_DISABLE_SIGNUP: 'perhaps',
        GOTRUE_SITE_URL: 'nowhere',
        PGRST_DB_TX_END: 'perhaps',
      })
    expect(read).toThrow('PORT must be a whole number')
    for (const name of [
      'PORT',
      'GOTRUE_JWT_KEYS',
      'GOTRUE_DISABLE_SIGNUP',
      'GOTRUE_SITE_URL',
      'PGRST_DB_TX_END',
    ]) {
      expect(read).toThrow(name)
    }
    expect(read).not.toThrow(/my secret|perhaps/)
  })
  it.each([
    'REALTIME_MAX_BYTES_PER_SECOND_PER_ADDRESS',
    'FILE_SIZE_LIMIT',
    'PGRST_DB_MAX_ROWS',
    'GOTRUE_JWT_EXP',
    'GOTRUE_MAILER_OTP_LENGTH',
  ])('leaves something that works: %s is not 0', (name) => {
    expect(() => readEnvironment({ [name]: '0' })).toThrow(`${name} must be above 0`)
  })

  it.each([
    ['postgres://postgres:my-secret@host:port/db', false],
    ['postgres://postgres:my-secret@localhost:5432/db', true],
    ['postgres://postgres@/db?host=/var/run/postgresql', true],
  ])('names a database by a URL: %s', (url, isOne) => {
    const read = () => readEnvironment({ DATABASE_URL: url })
    if (isOne) read()
    else {
      expect(read).toThrow('DATABASE_URL must be')
      expect(read).not.toThrow('my-secret')
    }
  })
})
