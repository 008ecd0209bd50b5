export type AccountFile = { bucket_id: string; name: string }

/** What is to be asked to delete an account, wherever the one who asks runs. */
export type AccountEraser = {
  /** Some of its files, in the same order each time; none when there are none. */
  listFiles: (accountId: string) => Promise<AccountFile[]>
  removeFiles: (bucket: string, names: string[]) => Promise<void>
  /** Removes a part of its messages and answers how many. */
  removeMessages: (accountId: string) => Promise<number>
  /** Removes all the rest at once; refuses while a file is left. */
  removeRest: (accountId: string) => Promise<void>
}

/**
 * Deletes an account and everything about its owner: files first, whose bytes lie outside of the database; then what is too much of
 * its messages for one transaction; then the rest in one. What failed half-way leaves the account there, and is finished by the next
 * call. Throws when files stay that nobody refused to remove.
 */
export async function eraseAccount(eraser: AccountEraser, accountId: string): Promise<void> {
  for (let files = await eraser.listFiles(accountId); files.length > 0; ) {
    for (const [bucket, inBucket] of Map.groupBy(files, (file) => file.bucket_id)) {
      await eraser.removeFiles(
        bucket,
        inBucket.map(({ name }) => name),
      )
    }
    const left = await eraser.listFiles(accountId)
    const leftKeys = new Set(left.map(keyOf))
    if (files.every((file) => leftKeys.has(keyOf(file)))) throw new Error('Files could not be removed')
    files = left
  }
  // Most accounts have none to take out beforehand.
  while ((await eraser.removeMessages(accountId)) > 0);
  await eraser.removeRest(accountId)
}

function keyOf({ bucket_id, name }: AccountFile): string {
  return JSON.stringify([bucket_id, name])
}
