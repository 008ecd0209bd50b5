import { z } from 'zod'
import { rateLimit } from './environment.ts'

const count = z.coerce.number().int().min(1).max(100_000)

/**
 * Mobile operators put many people behind one address, so the limits per address are for floods,
 * not for persons. The limits of sign-in start from GoTrue's own defaults.
 */
export const limitsSchema = z
  .object({
    // Files of the site: a first visit takes up to forty, so 150 people behind one address may come
    // within a minute.
    RATE_LIMIT_PAGES: rateLimit.prefault('6000/60'),
    RATE_LIMIT_LEADS_PER_IP: rateLimit.prefault('120/600'),
    RATE_LIMIT_LEADS_PER_EMAIL: rateLimit.prefault('10/3600'),
    RATE_LIMIT_VISITS: rateLimit.prefault('240/600'),
    // New visits for each address: a fiftieth of the limit for all.
    RATE_LIMIT_VISITS_BEGUN: rateLimit.prefault('400/86400'),
    // New visits for all addresses together, so that a botnet cannot fill the disk, at some 350
    // bytes a visit.
    RATE_LIMIT_VISITS_ALL: rateLimit.prefault('20000/86400'),
    RATE_LIMIT_RESULTS: rateLimit.prefault('120/300'),
    RATE_LIMIT_CHECKOUT: rateLimit.prefault('60/600'),
    RATE_LIMIT_PAYMENT_STATUS: rateLimit.prefault('600/300'),
    RATE_LIMIT_CHECKLISTS_PER_IP: rateLimit.prefault('30/3600'),
    RATE_LIMIT_CHECKLISTS_PER_NUMBER: rateLimit.prefault('4/86400'),
    // Below the 250 people a new business may write to in a day, so that buyers are not crowded
    // out.
    RATE_LIMIT_CHECKLISTS: rateLimit.prefault('200/86400'),
    // Unauthenticated checklists for each address: to lead and other numbers together, and to other
    // numbers alone.
    CHECKLISTS_PER_ADDRESS: count.default(12),
    CHECKLISTS_TO_STRANGERS: count.default(3),
    RATE_LIMIT_CONTACT_PER_IP: rateLimit.prefault('120/600'),
    RATE_LIMIT_CONTACT_PER_ACCOUNT: rateLimit.prefault('30/600'),
    RATE_LIMIT_ACCOUNT: rateLimit.prefault('600/300'),
    RATE_LIMIT_PANEL: rateLimit.prefault('600/300'),
    RATE_LIMIT_TOKEN: rateLimit.prefault('150/300'),
    RATE_LIMIT_OTP: rateLimit.prefault('30/300'),
    RATE_LIMIT_VERIFY: rateLimit.prefault('30/300'),
    RATE_LIMIT_SIGNUP: rateLimit.prefault('30/300'),
    RATE_LIMIT_REST: rateLimit.prefault('600/300'),
    RATE_LIMIT_STORAGE: rateLimit.prefault('600/300'),
    RATE_LIMIT_FUNCTIONS: rateLimit.prefault('60/300'),
    REST_MAX_ROWS: z.coerce.number().int().min(1).max(100_000).default(1000),
    RATE_LIMIT_CODES_PER_ADDRESS: rateLimit.prefault('30/86400'),
    RATE_LIMIT_ADDRESSES_PER_NETWORK: rateLimit.prefault('300/86400'),
    RATE_LIMIT_GUESSES_PER_ADDRESS: rateLimit.prefault('100/86400'),
    RATE_LIMIT_PASSWORDS_PER_ACCOUNT: rateLimit.prefault('20/86400'),
    MAIL_INTERVAL_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  })
  .transform(
    (env): LimitSettings => ({
      pages: env.RATE_LIMIT_PAGES,
      leadsPerIp: env.RATE_LIMIT_LEADS_PER_IP,
      leadsPerEmail: env.RATE_LIMIT_LEADS_PER_EMAIL,
      visits: env.RATE_LIMIT_VISITS,
      visitsBegun: env.RATE_LIMIT_VISITS_BEGUN,
      visitsOfAll: env.RATE_LIMIT_VISITS_ALL,
      results: env.RATE_LIMIT_RESULTS,
      checkout: env.RATE_LIMIT_CHECKOUT,
      paymentStatus: env.RATE_LIMIT_PAYMENT_STATUS,
      checklistsPerIp: env.RATE_LIMIT_CHECKLISTS_PER_IP,
      checklistsPerNumber: env.RATE_LIMIT_CHECKLISTS_PER_NUMBER,
      checklistsPerDay: env.RATE_LIMIT_CHECKLISTS,
      checklistsPerAddress: env.CHECKLISTS_PER_ADDRESS,
      checklistsToStrangers: env.CHECKLISTS_TO_STRANGERS,
      contactPerIp: env.RATE_LIMIT_CONTACT_PER_IP,
      contactPerAccount: env.RATE_LIMIT_CONTACT_PER_ACCOUNT,
      account: env.RATE_LIMIT_ACCOUNT,
      panel: env.RATE_LIMIT_PANEL,
      token: env.RATE_LIMIT_TOKEN,
      otp: env.RATE_LIMIT_OTP,
      verify: env.RATE_LIMIT_VERIFY,
      signup: env.RATE_LIMIT_SIGNUP,
      rest: env.RATE_LIMIT_REST,
      storage: env.RATE_LIMIT_STORAGE,
      functions: env.RATE_LIMIT_FUNCTIONS,
      restMaxRows: env.REST_MAX_ROWS,
      codesPerAddress: env.RATE_LIMIT_CODES_PER_ADDRESS,
      addressesPerNetwork: env.RATE_LIMIT_ADDRESSES_PER_NETWORK,
      guessesPerAddress: env.RATE_LIMIT_GUESSES_PER_ADDRESS,
      passwordsPerAccount: env.RATE_LIMIT_PASSWORDS_PER_ACCOUNT,
      mailIntervalSeconds: env.MAIL_INTERVAL_SECONDS,
    }),
  )

/** At most `max` in `seconds`. */
export type RateLimit = { max: number; seconds: number }

export type LimitSettings = {
  pages: RateLimit
  leadsPerIp: RateLimit
  leadsPerEmail: RateLimit
  /** The number of times that visits are told of, by whichever pages of an address. */
  visits: RateLimit
  /** New visits for each address. */
  visitsBegun: RateLimit
  /** New visits for all addresses together. */
  visitsOfAll: RateLimit
  results: RateLimit
  checkout: RateLimit
  paymentStatus: RateLimit
  checklistsPerIp: RateLimit
  checklistsPerNumber: RateLimit
  /** Checklists for all numbers together. */
  checklistsPerDay: RateLimit
  /** Checklists from one address to unverified numbers, in the window of `checklistsPerDay`. */
  checklistsPerAddress: number
  /** The share of them for numbers without a lead. */
  checklistsToStrangers: number
  contactPerIp: RateLimit
  contactPerAccount: RateLimit
  /** All calls for the caller's own data. */
  account: RateLimit
  /** All staff calls together. */
  panel: RateLimit
  token: RateLimit
  otp: RateLimit
  verify: RateLimit
  signup: RateLimit
  /** All calls to rest/v1, storage/v1 and functions/v1 together. */
  rest: RateLimit
  storage: RateLimit
  functions: RateLimit
  /** The most rows of one answer of rest/v1. */
  restMaxRows: number
  /** Codes that one network may have sent to one address. */
  codesPerAddress: RateLimit
  /** Addresses that one network may have codes sent to. */
  addressesPerNetwork: RateLimit
  /** Wrong codes for one address by networks that did not ask for one. */
  guessesPerAddress: RateLimit
  /** Wrong passwords for one account by one network. */
  passwordsPerAccount: RateLimit
  /** The pause between two mails to one address. */
  mailIntervalSeconds: number
}
