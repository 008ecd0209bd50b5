import type { RealtimeSettings } from '../optional/realtime/realtime-settings.ts'
import { defaultUploadsAtOnce } from '../resolve-settings.ts'
import type { RestSettings, S3Settings, StorageSettings, TransactionEnd } from '../settings.ts'
import { given, type Variables } from './read-variables.ts'

const ends: readonly TransactionEnd[] = [
  'commit',
  'commit-allow-override',
  'rollback',
  'rollback-allow-override',
]

/** PostgREST's variables. */
export function readRest(env: Variables): Partial<RestSettings> {
  const txEnd = env.text('PGRST_DB_TX_END')
  const known = ends.find((end) => end === txEnd)
  if (txEnd !== undefined && !known) env.refuse('PGRST_DB_TX_END', `one of ${ends.join(', ')}`)
  return given({
    schemas: env.list('PGRST_DB_SCHEMAS'),
    extraSearchPath: env.list('PGRST_DB_EXTRA_SEARCH_PATH'),
    maxRows: env.countAboveZero('PGRST_DB_MAX_ROWS'),
    // Its own: upstream has no such bound.
    maxBytes: env.countAboveZero('REST_MAX_BYTES'),
    txEnd: known,
    planEnabled: env.flag('PGRST_DB_PLAN_ENABLED'),
    aggregatesEnabled: env.flag('PGRST_DB_AGGREGATES_ENABLED'),
  })
}

/** Upstream's variables of a tenant, and some for what it does not limit. */
export function readRealtime(env: Variables): Partial<RealtimeSettings> {
  const privateOnly = env.flag('REALTIME_PRIVATE_ONLY')
  const payloadKb = env.countAboveZero('TENANT_MAX_PAYLOAD_SIZE_IN_KB')
  return given({
    publicChannels: privateOnly === undefined ? undefined : !privateOnly,
    connections: env.countAboveZero('TENANT_MAX_CONCURRENT_USERS'),
    channelsPerConnection: env.countAboveZero('TENANT_MAX_CHANNELS_PER_CLIENT'),
    eventsPerSecond: env.countAboveZero('TENANT_MAX_EVENTS_PER_SECOND'),
    joinsPerSecond: env.countAboveZero('TENANT_MAX_JOINS_PER_SECOND'),
    connectionsPerAddress: env.countAboveZero('REALTIME_MAX_CONNECTIONS_PER_ADDRESS'),
    eventsPerSecondOfAddress: env.countAboveZero('REALTIME_MAX_EVENTS_PER_SECOND_PER_ADDRESS'),
    joinsPerSecondOfAddress: env.countAboveZero('REALTIME_MAX_JOINS_PER_SECOND_PER_ADDRESS'),
    bytesPerSecondOfAddress: env.countAboveZero('REALTIME_MAX_BYTES_PER_SECOND_PER_ADDRESS'),
    maxPayloadBytes: payloadKb === undefined ? undefined : payloadKb * 1024,
  })
}

/** The storage API's variables. Files go to a bucket when one is named, else into the folder. */
export function readStorage(
  env: Variables,
  folder: string,
): Pick<StorageSettings, 'folder'> & Partial<StorageSettings> {
  return {
    folder,
    uploadsAtOnce: {
      ...defaultUploadsAtOnce,
      // Its own: upstream leaves them to what stands before it.
      ...given({
        ofAddress: env.countAboveZero('STORAGE_MAX_UPLOADS_PER_ADDRESS'),
        inAll: env.countAboveZero('STORAGE_MAX_UPLOADS'),
      }),
    },
    ...given({ fileSizeLimit: env.countAboveZero('FILE_SIZE_LIMIT'), s3: readS3(env) }),
  }
}

function readS3(env: Variables): S3Settings | undefined {
  const bucket = env.text('STORAGE_S3_BUCKET')
  if (bucket === undefined) return undefined
  const required = (name: string): string => {
    const value = env.text(name)
    if (value === undefined) env.refuse(name, 'given together with STORAGE_S3_BUCKET')
    return value ?? ''
  }
  const endpoint = required('STORAGE_S3_ENDPOINT')
  if (endpoint && !URL.canParse(endpoint)) env.refuse('STORAGE_S3_ENDPOINT', 'an absolute URL')
  return {
    bucket,
    endpoint,
    region: env.text('STORAGE_S3_REGION') ?? 'us-east-1',
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  }
}
