import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../../src/settings.ts'

export type S3Server = {
  settings: S3Settings
  objects: Map<string, Buffer>
  /** Uploads in parts that were begun and neither finished nor given up. */
  uploads: Map<string, Buffer[]>
  /** How many of the next requests to answer with 503. */
  failNext: (requests: number) => void
  close: () => Promise<void>
}

/** A server that keeps objects in memory and speaks as much of S3 as the store needs. It checks every signature. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Buffer[]>()
  const secretAccessKey = 'wJalrXUtnFEMI'
  let failures = 0
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    if (failures > 0) {
      failures--
      return response.writeHead(503).end()
    }
    if (!isSigned(request, body, secretAccessKey)) return response.writeHead(403).end('<Error/>')
    if (!answerParts({ objects, uploads }, request, response, body)) answer(objects, request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'files',
      region: 'kz-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey,
    },
    objects,
    uploads,
    failNext: (requests) => {
      failures = requests
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Answers what belongs to an upload in parts; says whether the request did. */
function answerParts(
  { objects, uploads }: Pick<S3Server, 'objects' | 'uploads'>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): boolean {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  if (method === 'POST' && searchParams.has('uploads')) {
    const id = crypto.randomUUID()
    uploads.set(id, [])
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    return true
  }
  const id = searchParams.get('uploadId')
  const parts = uploads.get(id ?? '')
  if (id === null || !parts) return false
  if (method === 'PUT') {
    const number = Number(searchParams.get('partNumber'))
    parts[number - 1] = body
    response.setHeader('etag', `"${number}"`).end()
    return true
  }
  uploads.delete(id)
  if (method === 'POST') {
    const whole = parts.every((_, i) =>
      body.includes(`<PartNumber>${i + 1}</PartNumber><ETag>"${i + 1}"</ETag>`),
    )
    const isTooSmall = parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)
    if (!whole || isTooSmall) response.end('<Error>')
    else {
      objects.set(pathname, Buffer.concat(parts))
      response.end('<CompleteMultipartUploadResult/>')
    }
  } else response.writeHead(204).end()
  return true
}

function answer(
  objects: Map<string, Buffer>,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  if (method === 'GET' && searchParams.has('list-type')) {
    const start = pathname + (searchParams.get('prefix') ?? '')
    const keys = [...objects.keys()].filter((key) => key.startsWith(start))
    const contents = keys.map((key) => `<Contents><Key>${key.slice(pathname.length)}</Key></Contents>`)
    return void response.writeHead(200).end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`)
  }
  const source = headers['x-amz-copy-source']
  const found = objects.get(typeof source === 'string' ? source : url)
  if (method === 'PUT') {
    if (source !== undefined && !found) return void response.writeHead(404).end()
    objects.set(url, source === undefined ? body : Buffer.from(found ?? ''))
    return void response.writeHead(200).end(source === undefined ? '' : '<CopyObjectResult/>')
  }
  if (method === 'DELETE') {
    objects.delete(url)
    return void response.writeHead(204).end()
  }
  if (!found) return void response.writeHead(404).end('<Error/>')
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!range) return void response.writeHead(200).end(found)
  response.writeHead(206).end(found.subarray(Number(range[1]), Number(range[2]) + 1))
}

/** Returns true when the signature is the one that AWS Signature Version 4 asks for. */
function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!parts) return false
  const [, day = '', region = '', signed = '', signature] = parts
  const content = request.headers['x-amz-content-sha256']
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return false
  const names = signed.split(';')
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  searchParams.sort()
  const canonical = [
    request.method,
    pathname,
    [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    content,
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
