/** Speaks S3 to the service that has the bucket; its faults become ours, without what a service may quote in its own. */
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { StoreError } from './media-store.ts'

export type BucketService = {
  /** Null: Amazon's own for the region. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

const connectMilliseconds = 5_000
// Until an answer begins; each request is tried three times.
const answerMilliseconds = 10_000
const silenceMilliseconds = 60_000
const bringMilliseconds = 120_000

/** For requests that bring a part of a file, or put a file together. */
export const bringing = (signal?: AbortSignal) => ({ abortSignal: signal, requestTimeout: bringMilliseconds })

export function connect({ endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: BucketService): S3 {
  const options: S3ClientConfig = {
    ...{ region, forcePathStyle, credentials: { accessKeyId, secretAccessKey } },
    ...(endpoint && { endpoint }),
    // Other services than Amazon's stumble over what is newer in the protocol than this store needs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      requestTimeout: answerMilliseconds,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMilliseconds,
      // A player holds one for as long as it plays.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
  }
  return new S3(options)
}

type ServiceError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/** @throws {StoreError} what the service refused, or that it is away; the signal's own reason if that ended it */
export async function ask<Answer>(request: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    signal?.throwIfAborted()
    throw new StoreError(explain(error as ServiceError))
  }
}

/** Null where the object that is asked for is not there. */
export function askForObject<Answer>(request: Promise<Answer>, signal?: AbortSignal): Promise<Answer | null> {
  const orNull = request.catch((error: ServiceError) => {
    // HEAD is answered without a body, so it is not said of what.
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null
    throw error
  })
  return ask(orNull, signal)
}

/** The service's word for it and its status, or what the network says: its sentences may quote keys and signatures. */
function explain({ name, code, message, $metadata }: ServiceError): Error {
  const status = $metadata?.httpStatusCode
  return new Error(status ? `The bucket's service answered ${status} ${name}` : `${code ?? name}: ${message}`)
}
