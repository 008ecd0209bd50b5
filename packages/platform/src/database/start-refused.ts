/**
 * The reason why a database cannot be worked with as it is, in words that say what to do about it.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
