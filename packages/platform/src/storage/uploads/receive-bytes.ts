import type { DatabaseIdentity } from '../../database/act-as.ts'
import { invalidUploadSize, noSuchUpload, toStorageError } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'
import { finishUpload, giveUp, takePartBack } from './finish-upload.ts'
import { addPart, listParts, type Part } from './parts.ts'
import { Pieces } from './pieces.ts'
import { tusRefusal } from './read-tus.ts'
import { findUpload, type PartialUpload } from './uploads.ts'

/** So much is kept at a time: what a sudden end of the server costs a client at most. */
const pieceBytes = 32 * 1024 * 1024

/**
 * How much of a resumable upload is there. As long as its object is not, that is never all: a client that hears of all
 * takes it for done.
 */
export function offsetOf({ isDone, length }: PartialUpload, parts: readonly Part[]): number {
  if (isDone) return length ?? 0
  const received = parts.reduce((sum, { size }) => sum + size, 0)
  return received === length ? received - (parts.at(-1)?.size ?? 0) : received
}

/**
 * Takes in the bytes that follow an offset, and makes the object once all are there. What came before a connection broke
 * off is kept. Answers with how much there is now. Whoever calls works alone on the upload, as `worker`.
 */
export async function receiveBytes(
  context: StorageContext,
  identity: DatabaseIdentity,
  id: string,
  { worker, offset, bytes }: { worker: string; offset: number; bytes: AsyncIterable<Uint8Array> },
): Promise<number> {
  const upload = await findUpload(context, id, 'resumable')
  if (!upload) throw noSuchUpload()
  const { length } = upload
  const parts = await listParts(context, id)
  let received = offsetOf(upload, parts)
  if (offset !== received) throw tusRefusal(409, 'Upload-Offset conflict\n')
  if (upload.isDone || length === null) return received

  const unfinished = parts.at(-1)
  if (unfinished && sizeOf(parts) > received) {
    await takePartBack(context, unfinished, { uploadId: id, worker })
    parts.pop()
  }
  const pieces = new Pieces(bytes)
  while (received < length && (await pieces.hasMore())) {
    const piece = pieces.take(Math.min(pieceBytes, length - received))
    const part = await addPart(context, id, (parts.at(-1)?.number ?? 0) + 1, piece, {
      room: { part: pieceBytes, whole: length },
    })
    parts.push(part)
    received += part.size
  }
  if (received < length) return received
  if (await pieces.hasMore()) {
    await giveUp(context, id, worker)
    throw invalidUploadSize()
  }
  await finish(context, identity, upload, { worker, parts })
  return length
}

/** Where it could not be done now, the last part is to be sent again: only so does a client ask once more. */
async function finish(
  context: StorageContext,
  identity: DatabaseIdentity,
  upload: PartialUpload,
  { worker, parts }: { worker: string; parts: readonly Part[] },
): Promise<void> {
  try {
    await finishUpload(context, identity, upload, { worker, parts })
  } catch (error) {
    const last = parts.at(-1)
    const isRefused = Number(toStorageError(error)?.statusCode ?? 500) < 500
    if (last && !isRefused) await takePartBack(context, last, { uploadId: upload.id, worker }).catch(() => {})
    throw error
  }
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0)
}
