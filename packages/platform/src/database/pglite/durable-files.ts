import { fdatasyncSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type FileNode = { name: string; parent: FileNode }
type FileStream = { nfd: number; node: FileNode; shared: { refcount: number } }
type FileOperation = (...given: never[]) => unknown
type EmscriptenFiles = {
  node_ops: Record<(typeof nodeChanges)[number], FileOperation>
  stream_ops: Record<'setattr', FileOperation> &
    Record<'write' | 'close', (stream: FileStream, ...given: unknown[]) => unknown> & {
      fsync?: (stream: FileStream) => number
    }
}

const nodeChanges = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const
const segmentName = /^[0-9A-F]{24}$/

/**
 * PGlite's folder with durable writes. Syncs of the write-ahead log are deferred until `syncLog`,
 * so that commits share them. While one is deferred, only the log may change.
 */
export class DurableFiles extends NodeFS {
  /** Descriptors of the log's segments whose sync was put off. */
  readonly #putOff = new Set<number>()

  /** True when a commit is not on the disk yet. */
  get isUnsynced(): boolean {
    return this.#putOff.size > 0
  }

  /** Makes all that was committed safe from a power cut. Throws when the disk does not take it. */
  syncLog(): void {
    for (const descriptor of this.#putOff) fdatasyncSync(descriptor)
    this.#putOff.clear()
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const { preRun = [] } = emscriptenOpts
    // Before the mount, because opened files use these operations.
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [({ NODEFS }) => this.#mend(NODEFS), ...preRun] } }
  }

  #mend(files: unknown): void {
    if (!isEmscriptenFiles(files))
      throw new Error('PGlite reaches its files in another way than this knows how to sync.')
    const { node_ops: nodes, stream_ops: streams } = files
    const syncLog = () => this.syncLog()
    for (const name of nodeChanges) nodes[name] = runAfter(syncLog, nodes[name])
    streams.setattr = runAfter(syncLog, streams.setattr)
    const { write, close } = streams
    streams.write = (stream, ...given) => {
      if (!isWriteAheadLog(stream)) syncLog()
      return write(stream, ...given)
    }
    streams.close = (stream) => {
      if (this.#putOff.has(stream.nfd) && stream.shared.refcount === 1) syncLog()
      return close(stream)
    }
    streams.fsync = (stream) => {
      if (isWriteAheadLog(stream)) {
        this.#putOff.add(stream.nfd)
      } else {
        syncLog()
        fsyncSync(stream.nfd)
      }
      return 0
    }
  }
}

function runAfter<Given extends never[], Result>(first: () => void, operation: (...given: Given) => Result) {
  return (...given: Given): Result => {
    first()
    return operation(...given)
  }
}

function isWriteAheadLog({ node }: FileStream): boolean {
  return node.parent.name === 'pg_wal' && segmentName.test(node.name)
}

function isEmscriptenFiles(given: unknown): given is EmscriptenFiles {
  if (typeof given !== 'object' || given === null) return false
  if (!('node_ops' in given && 'stream_ops' in given)) return false
  const has = (operations: unknown, names: readonly string[]) =>
    typeof operations === 'object' &&
    operations !== null &&
    names.every((name) => typeof Object.entries(operations).find(([key]) => key === name)?.[1] === 'function')
  return has(given.node_ops, nodeChanges) && has(given.stream_ops, ['setattr', 'write', 'close', 'open'])
}
