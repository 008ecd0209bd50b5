import { describe, expect, it } from 'vitest'
import { readEnvironment } from './read-environment.ts'

describe('the environment of the platform on its own', () => {
  it('needs nothing', () => {
    const { port, platform, initSql, mailPort } = readEnvironment({})
    expect({ port, initSql, mailPort }).toEqual({ port: 54321, initSql: [], mailPort: null })
    expect(platform).toMatchObject({
      externalUrl: 'http://localhost:54321',
      database: { kind: 'pglite' },
      keys: {},
    })
  })

  it('goes by the names upstream uses', () => {
    const { platform, initSql, mailPort } = readEnvironment({
      PORT: '9998',
      API_EXTERNAL_URL: 'http://localhost:9998',
      GOTRUE_JWT_SECRET: 'secret',
      GOTRUE_JWT_KEYS: '[{"kty":"EC","key_ops":["sign"]}]',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
      GOTRUE_JWT_ADMIN_ROLES: 'supabase_admin, service_role',
      GOTRUE_RATE_LIMIT_VERIFY: '7',
      GOTRUE_MFA_MAX_ENROLLED_FACTORS: '3',
      TEST_DATA_DIR: 'memory',
      TEST_INIT_SQL: 'a.sql,b.sql',
      TEST_MAIL_PORT: '9000',
    })
    expect(platform).toMatchObject({
      database: { kind: 'pglite', dataDir: 'memory' },
      keys: { jwtSecret: 'secret', jwtKeys: [{ kty: 'EC' }] },
      auth: {
        autoconfirm: true,
        smtpMaxFrequency: 90,
        adminRoles: ['supabase_admin', 'service_role'],
        mfa: { maxEnrolledFactors: 3 },
      },
      rateLimits: { verify: { max: 7, seconds: 300 } },
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
      })
    expect(read).toThrow('PORT must be a whole number')
    for (const name of ['PORT', 'GOTRUE_JWT_KEYS', 'GOTRUE_DISABLE_SIGNUP', 'GOTRUE_SITE_URL']) {
      expect(read).toThrow(name)
    }
    expect(read).not.toThrow(/my secret|perhaps/)
  })
})
