/** The hash algorithms in Robokassa's technical settings. */
export const robokassaHashes = ['md5', 'ripemd160', 'sha1', 'sha256', 'sha384', 'sha512'] as const
export type RobokassaHash = (typeof robokassaHashes)[number]
