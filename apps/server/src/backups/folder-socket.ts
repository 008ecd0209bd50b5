import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { BackupError } from '@app/platform/backup/backup-error'
import type { EndCopy } from '@app/platform/backup/folder-copy'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'

/** The system takes no longer path for a socket. */
const maxPathLength = 100

/**
 * Opens a socket in the data folder, through which another process of the same user can copy the
 * database's folder. The copy ends with the connection.
 */
export async function openFolderSocket(
  dataDir: string,
  beginCopy: () => Promise<EndCopy>,
  log: JobLog,
): Promise<() => Promise<void>> {
  const path = socketPathOf(dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveCopy(socket, beginCopy).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'a copy of the database did not come to its end')
      socket.destroy()
    })
  })
  if (path.length > maxPathLength) {
    log.warn({}, 'the path of DATA_DIR is too long for a socket: no backup while the server runs')
    return async () => {}
  }
  // The folder is this process's alone, so what lies there is left behind by one that has died.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  return async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

async function serveCopy(socket: Socket, beginCopy: () => Promise<EndCopy>): Promise<void> {
  // Without a listener a broken connection would end the process.
  socket.on('error', () => {})
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const end = await beginCopy()
  socket.write('begun\n')
  const asked = await lines.next()
  const label = await end()
  if (!asked.done) socket.end(`${JSON.stringify(label)}\n`)
}

/** Begins a copy of a running server's folder; null when none is running. */
export async function requestFolderCopy(dataDir: string): Promise<EndCopy | null> {
  const socket = connect(socketPathOf(dataDir))
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  socket.on('error', () => {})
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const heard = async () => {
    const line = await lines.next()
    if (line.done) throw new BackupError('not_reached', 'The server ended the copy; its log says why.')
    return line.value
  }
  await heard()
  return async () => {
    socket.write('end\n')
    const label: unknown = JSON.parse(await heard())
    socket.destroy()
    return String(label)
  }
}

/** Returns the shorter of the two paths. */
function socketPathOf(dataDir: string): string {
  const path = join(dataDir, 'backup.sock')
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}
