/** The bases of the platform and of the sandbox's stand-ins, below the site: programs ask there, and no page is drawn for them. */
export const machineBases = [
  'auth/v1',
  'rest/v1',
  'storage/v1',
  'functions/v1',
  'realtime/v1',
  'sandbox',
] as const

/** All that the server answers for by itself, the product's API included; every other address is a page or a file of the site. */
export const serverBases = ['api', ...machineBases] as const

/** Returns true when a path is below one of the bases. */
export function isBelow(bases: readonly string[], path: string): boolean {
  return bases.some((base) => path === `/${base}` || path.startsWith(`/${base}/`))
}
