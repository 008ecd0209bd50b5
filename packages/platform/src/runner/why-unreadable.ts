import { access, constants, stat } from 'node:fs/promises'

/** Why a file that was named cannot be read, in words for whoever named it; null when it can. */
export async function whyUnreadable(file: string): Promise<string | null> {
  try {
    await access(file, constants.R_OK)
    return (await stat(file)).isDirectory() ? `${file} cannot be read: it is a folder.` : null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = reasons[code]
    if (why === undefined) throw error
    return `${file} cannot be read: ${why}.`
  }
}

const reasons: Readonly<Record<string, string>> = {
  ...{ ENOENT: 'there is no such file', ENOTDIR: 'there is no such file' },
  ...{ EACCES: 'that is not allowed', EPERM: 'that is not allowed' },
}
