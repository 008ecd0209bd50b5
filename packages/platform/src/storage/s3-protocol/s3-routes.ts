import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endBody } from '../objects/upload-routes.ts'
import type { StorageContext } from '../storage-request.ts'
import {
  headBucket,
  putBucket,
  removeBucket,
  sendBuckets,
  sendLocation,
  sendVersioning,
} from './s3-buckets.ts'
import { openCall, type S3Call } from './s3-call.ts'
import { s3Refusal } from './s3-errors.ts'
import { sendObjects, sendObjectsV1 } from './s3-lists.ts'
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  copyPart,
  putPart,
  sendParts,
} from './s3-multipart.ts'
import { copyTo, findForCall, putObject, removeMany, removeObject, sendObject } from './s3-objects.ts'
import { takeForm } from './s3-post-form.ts'
import { sendUploads } from './s3-uploads-list.ts'

type Answer = (call: S3Call) => Promise<FastifyReply>
/** The first whose part of the query is there answers; an empty one is always there. */
type Choice = readonly (readonly [subresource: string, answer: Answer])[]

const ofService: Readonly<Record<string, Choice>> = { GET: [['', sendBuckets]] }

const ofBucket: Readonly<Record<string, Choice>> = {
  GET: [
    ['location', sendLocation],
    ['versioning', sendVersioning],
    ['uploads', sendUploads],
    ['list-type', sendObjects],
    ['', sendObjectsV1],
  ],
  HEAD: [['', headBucket]],
  PUT: [['', putBucket]],
  DELETE: [['', removeBucket]],
  POST: [['delete', removeMany]],
}

const isCopy = ({ request }: S3Call) => request.headers['x-amz-copy-source'] !== undefined

const ofObject: Readonly<Record<string, Choice>> = {
  GET: [
    ['uploadId', sendParts],
    ['tagging', sendTags],
    ['', sendObject],
  ],
  HEAD: [['', sendObject]],
  PUT: [
    ['uploadId', (call) => (isCopy(call) ? copyPart(call) : putPart(call))],
    ['', (call) => (isCopy(call) ? copyTo(call) : putObject(call))],
  ],
  POST: [
    ['uploads', beginMultipart],
    ['uploadId', completeMultipart],
  ],
  DELETE: [
    ['uploadId', abortMultipart],
    ['', removeObject],
  ],
}

/** What S3 keeps of a bucket or an object that we do not: asked for it, the request must not pass for another. */
const foreign = [
  ...[
    'acl',
    'accelerate',
    'analytics',
    'cors',
    'encryption',
    'inventory',
    'legal-hold',
    'lifecycle',
    'logging',
  ],
  ...[
    'metrics',
    'notification',
    'object-lock',
    'ownershipControls',
    'policy',
    'policyStatus',
    'publicAccessBlock',
  ],
  ...[
    'replication',
    'requestPayment',
    'restore',
    'retention',
    'select',
    'tagging',
    'torrent',
    'versions',
    'website',
  ],
]

/** S3's protocol with bucket names in the path, to be mounted where bodies are streams. What is sent comes to the database by `forUploads`. */
export function s3Routes(app: FastifyInstance, context: StorageContext, forUploads: StorageContext): void {
  app.addHook('onSend', endBody)
  const mount = (url: string, choices: Readonly<Record<string, Choice>>) =>
    app.route<{ Params: { bucket: string } }>({
      method: Object.keys(choices),
      url,
      handler: async (request, reply) => {
        // A form is signed inside.
        if (choices === ofBucket && isForm(request)) return takeForm(forUploads, request, reply)
        const isSent = request.method === 'PUT' || request.method === 'POST'
        const call = await openCall(isSent ? forUploads : context, request, reply)
        return choose(choices[request.method] ?? [], call.query)(call)
      },
    })
  for (const url of ['/s3', '/s3/']) mount(url, ofService)
  for (const url of ['/s3/:bucket', '/s3/:bucket/']) mount(url, ofBucket)
  mount('/s3/:bucket/*', ofObject)
}

function isForm({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

function choose(choice: Choice, query: URLSearchParams): Answer {
  const found = choice.find(([subresource]) => subresource === '' || query.has(subresource))
  const isForeign = foreign.some((name) => query.has(name) && name !== found?.[0])
  if (!found || isForeign) throw s3Refusal('NotImplemented', 'This is not implemented.')
  return found[1]
}

async function sendTags(call: S3Call): Promise<FastifyReply> {
  await findForCall(call, call.place(), 'object.get_tagging')
  return call.send({ Tagging: { TagSet: {} } })
}
