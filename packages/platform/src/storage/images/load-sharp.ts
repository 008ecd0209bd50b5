type Sharp = typeof import('sharp')['default']
export type LoadLog = { error: (about: { err: unknown }, words: string) => void }

/**
 * The library that redraws images; null when it is not installed, which is anybody's choice, and when it cannot be loaded, which is
 * logged: it may be there for another system.
 */
export async function loadSharp(
  log: LoadLog,
  load: () => Promise<{ default: Sharp }> = () => import('sharp'),
): Promise<Sharp | null> {
  try {
    return (await load()).default
  } catch (error) {
    if (!isNotInstalled(error)) log.error({ err: error }, 'sharp is installed and cannot be loaded')
    return null
  }
}

function isNotInstalled(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return false
  // What it needs itself may be missing as well.
  return error.message.startsWith("Cannot find package 'sharp'")
}
