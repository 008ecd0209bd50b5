import type { Environment } from './environment.ts'
import { isLocalAddress } from './local-address.ts'

/** A problem, and whether the environment has it. */
type Contradiction = [boolean, string]

/**
 * Lists, a line each, variables that are valid alone but not together, or not in production.
 * `sample` are the requisites that nobody may sell under.
 */
export function contradictions(
  env: Environment,
  { production, sample }: { production: boolean; sample: Record<string, string> },
): string[] {
  const checks = [...checkCombinations(env), ...(production ? checkProduction(env, sample) : [])]
  return checks.flatMap(([isSo, problem]) => (isSo ? [problem] : []))
}

function checkCombinations(env: Environment): Contradiction[] {
  const backup = env.BACKUP ?? env.BACKUP_S3_BUCKET ?? env.BACKUP_DIR ?? 'off'
  return [
    [
      env.MODE === 'embedded' && Boolean(env.DATABASE_URL),
      'DATABASE_URL: is set, but MODE=embedded keeps its own database; remove one of them',
    ],
    [
      env.MODE === 'supabase' && backup !== 'off',
      'BACKUP: hosted Supabase makes backups itself; switch them on there',
    ],
    [
      env.MODE === 'supabase' && Boolean(env.PASSWORD_LEAKS_FILE),
      'PASSWORD_LEAKS_FILE: hosted Supabase knows leaked passwords by itself; switch that on there',
    ],
    [Boolean(env.SMTP_USER) !== Boolean(env.SMTP_PASSWORD), 'SMTP_USER, SMTP_PASSWORD: set both or neither'],
    [
      Boolean(env.POSTHOG_PERSONAL_KEY) !== Boolean(env.POSTHOG_PROJECT_ID),
      'POSTHOG_PERSONAL_KEY, POSTHOG_PROJECT_ID: set both or neither',
    ],
  ]
}

function checkProduction(env: Environment, sample: Record<string, string>): Contradiction[] {
  return [...checkServices(env), ...checkSite(env), ...checkSample(env, sample)]
}

/** Lists services that are still simulated. */
function checkServices(env: Environment): Contradiction[] {
  const isSandbox = (value: string | undefined) => (value ?? 'sandbox') === 'sandbox'
  return [
    [
      isSandbox(env.MAIL),
      'MAIL: must be smtp in production, or nobody can sign in (SANDBOX=1 allows the sandbox)',
    ],
    [
      isSandbox(env.PAYMENTS),
      'PAYMENTS: must be robokassa in production, or off to sell nothing yet (SANDBOX=1 allows the sandbox)',
    ],
    [
      isSandbox(env.WHATSAPP),
      'WHATSAPP: must be cloud in production, or off to send nothing (SANDBOX=1 allows the sandbox)',
    ],
    [
      env.ROBOKASSA_TEST_MODE === '1',
      'ROBOKASSA_TEST_MODE: test payments cost nothing, so production takes none (SANDBOX=1 allows them)',
    ],
    [
      env.ANALYTICS === 'sandbox',
      'ANALYTICS: must be posthog or off in production (SANDBOX=1 allows the sandbox)',
    ],
    [env.TELEGRAM === 'sandbox', 'TELEGRAM: must be bot or off in production (SANDBOX=1 allows the sandbox)'],
  ]
}

function checkSite(env: Environment): Contradiction[] {
  const mode = env.MODE ?? (env.DATABASE_URL ? 'postgres' : 'embedded')
  const isOpen = env.SITE_URL?.startsWith('http:') === true && !isLocalAddress(env.SITE_URL)
  return [
    [
      mode === 'postgres' && !env.KEYS_FILE,
      'KEYS_FILE: is required in production with PostgreSQL, where every process needs the same one',
    ],
    [!env.SITE_URL, 'SITE_URL: is required in production'],
    [isOpen, 'SITE_URL: must be https in production, or codes and answers can be read on the way'],
  ]
}

/** Example values of .env.example, which production must replace. */
const exampleValues: Record<string, string> = {
  OWNER_NAME: 'ИП Фамилия Имя Отчество',
  OWNER_ADDRESS: 'Казахстан, г. Алматы, ул. ..., д. ...',
  OWNER_CONSULTATION_WHATSAPP: '77000000000',
  PROXY_SECRET: '...a-long-random-text...',
  METRICS_TOKEN: '...a-long-random-text...',
  BACKUP_PASSPHRASE: 'several-words-that-nobody-guesses',
}

function checkSample(
  env: Environment,
  { OWNER_WORKING_HOURS: _, ...sample }: Record<string, string>,
): Contradiction[] {
  // The hours of the sample are those that most people have.
  return [...new Set(Object.keys({ ...sample, ...exampleValues }))].map((name) => [
    env[name] !== undefined && [sample[name], exampleValues[name]].includes(env[name]),
    `${name}: is still the sample value`,
  ])
}
