import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest } from '../storage-errors.ts'

type FormFile = { type: string; bytes: Readable }

export type Form = {
  file: FormFile
  /** Fields read so far; all of them once `finished` has resolved. */
  fields: ReadonlyMap<string, string>
  finished: Promise<void>
}

const limits = { files: 1, fields: 50, parts: 60, fieldNameSize: 200, fieldSize: 64 * 1024, headerPairs: 50 }

/** The check of a form whose file is late; its error refuses the form. */
type LateFormCheck = { afterMs: number; ask: () => Promise<void> }

/**
 * Reads a form up to its first file, whose bytes the caller reads. Throws when there is none, or it
 * is no form, or what is asked of late ones does.
 */
export async function readForm(
  body: Readable | undefined,
  type: string,
  { afterMs, ask }: LateFormCheck,
): Promise<Form> {
  const form = parseForm(body, type)
  const refusal = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => void ask().catch(reject), afterMs)
    const stop = () => clearTimeout(timer)
    form.then(stop, stop)
  })
  return Promise.race([form, refusal])
}

function parseForm(body: Readable | undefined, type: string): Promise<Form> {
  const fields = new Map<string, string>()
  const parser = openParser(type)
  return new Promise((resolve, reject) => {
    const finished = new Promise<void>((resolveFinished, rejectFinished) => {
      let bytes: Readable | null = null
      const fail = () => {
        const refusal = invalidRequest('The form could not be read')
        rejectFinished(refusal)
        reject(refusal)
        bytes?.destroy(refusal)
      }
      parser.on('field', (name, value) => void fields.set(name, value))
      parser.on('file', (_name, stream, _fileName, _encoding, mimeType) => {
        bytes = stream
        // The reader gets the error; without a listener it would end the process.
        stream.on('error', () => {})
        resolve({ file: { type: mimeType, bytes: stream }, fields, finished })
      })
      parser.once('finish', () => {
        resolveFinished()
        reject(invalidRequest('The form holds no file'))
      })
      parser.on('error', fail)
      if (!body) return fail()
      body.once('error', fail)
      body.once('aborted', fail)
      body.pipe(parser)
    })
    // The caller gets the error.
    finished.catch(() => {})
  })
}

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    throw invalidRequest('The form could not be read')
  }
}
