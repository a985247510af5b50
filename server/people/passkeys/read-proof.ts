/** The answer of a passkey in a request, where `{}` stands for none yet (decision 70). *Pure.* */
import type { Static } from 'typebox'
import { invalid } from '../../platform/errors.ts'
import type { PasskeyProof } from './schemas.ts'
import type { Assertion } from './verify.ts'

/** @throws {ApiError} 400 for a part of one */
export function readProof(given: Static<typeof PasskeyProof> | null | undefined): Assertion | null {
  if (given == null || Object.keys(given).length === 0) return null
  const { id, rawId, type, response } = given
  if (id == null || rawId == null || type == null || response == null)
    throw invalid('body.passkey', 'must be {}, or have id, rawId, type and response')
  return { id, rawId, type, response, clientExtensionResults: {} } as Assertion
}
