/** The answer to a request after an error of its route, of Fastify or of PostgreSQL (spec 7.3). */
import type { FastifyError, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { findTemporaryFailure } from '../postgres/database-errors.ts'

export const tooLarge = (limit: number) => new ApiError(413, `The body is over the limit of ${limit} bytes`)

export function failureOf(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit)
  if (error.statusCode && error.statusCode < 500) return new ApiError(error.statusCode, error.message, { cause: error })
  const failure = findTemporaryFailure(error)
  if (failure) {
    const headers = { 'retry-after': String(failure.retryAfterSeconds) }
    return new ApiError(503, failure.message, { cause: error, headers })
  }
  return new ApiError(500, 'Internal error', { cause: error })
}
