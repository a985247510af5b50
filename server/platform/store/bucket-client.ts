/** The S3 client of the bucket. It replaces error messages of the service, because they may quote keys. */
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { StoreError } from './media-store.ts'

export type BucketService = {
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

const connectMilliseconds = 5_000
// Time until an answer begins; each request is tried three times.
const answerMilliseconds = 10_000
const silenceMilliseconds = 60_000
const transferMilliseconds = 120_000

/** Options for requests that upload a part of a file or complete it. */
export const transferOptions = (signal?: AbortSignal) => ({ abortSignal: signal, requestTimeout: transferMilliseconds })

export function connect({ endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: BucketService): S3 {
  const options: S3ClientConfig = {
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint }),
    // Services other than Amazon's may reject the newer checksum headers, which this store does not need.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      requestTimeout: answerMilliseconds,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMilliseconds,
      // A player keeps a connection open for as long as it plays.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
  }
  return new S3(options)
}

type ServiceError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/** @throws {StoreError} the service rejected the request or is unavailable; the signal's reason if it aborts */
export async function withStoreErrors<Answer>(request: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    signal?.throwIfAborted()
    throw new StoreError(explain(error as ServiceError))
  }
}

/** Null if the requested object does not exist. An answer to HEAD has no body, so it does not name what is missing. */
export const requestObject = <Answer>(request: Promise<Answer>, signal?: AbortSignal): Promise<Answer | null> =>
  withStoreErrors(nullFor(['NoSuchKey', 'NotFound'], request), signal)

/** Null if the service does not have this operation of Amazon's. */
export const requestIfSupported = <Answer>(request: Promise<Answer>): Promise<Answer | null> =>
  withStoreErrors(nullFor(['NotImplemented'], request))

function nullFor<Answer>(errors: string[], request: Promise<Answer>): Promise<Answer | null> {
  return request.catch((error: ServiceError) => {
    if (errors.includes(error.name)) return null
    throw error
  })
}

/** Keeps only the service's error name and status, or the network error: its messages may quote keys and signatures. */
function explain({ name, code, message, $metadata }: ServiceError): Error {
  const status = $metadata?.httpStatusCode
  return new Error(status ? `The bucket's service answered ${status} ${name}` : `${code ?? name}: ${message}`)
}
