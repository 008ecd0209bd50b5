import { invalidKey } from '../storage-errors.ts'

/** Characters that S3 and its relatives all accept, as upstream has it. */
const allowed = /^(?:\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)+$/

/** The name of an object as the path of a URL gives it, or an error. Names never become file names. */
export function parseObjectName(path: string): string {
  const name = path.replace(/^\/+|\/+$/g, '')
  const segments = name.split('/')
  if (
    name.length > 1024 ||
    !allowed.test(name) ||
    segments.some((part) => part === '' || part === '.' || part === '..')
  ) {
    throw invalidKey(name.slice(0, 200))
  }
  return name
}

export function isBucketName(name: string): boolean {
  return (
    name.length <= 100 &&
    allowed.test(name) &&
    name.trim() === name &&
    !name.includes('/') &&
    !/^\.+$/.test(name)
  )
}
