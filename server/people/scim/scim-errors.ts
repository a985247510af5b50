/** Errors in SCIM's format (RFC 7644, 3.12). *Pure.* */
import { ApiError } from '../../platform/errors.ts'

const scimTypes = [
  'invalidFilter',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
] as const
type ScimType = (typeof scimTypes)[number]

/** 400, or 409 for `uniqueness`, with SCIM's code. */
export const scimError = (scimType: ScimType, message: string) =>
  new ApiError(scimType === 'uniqueness' ? 409 : 400, message, { code: scimType })

export const invalidValue = (location: string, message: string) => scimError('invalidValue', `${location} ${message}`)

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Converts the body of an API error to SCIM's. */
export function scimFailure(status: number, { message, code }: { message: string; code?: string }) {
  const isKnown = (scimTypes as readonly string[]).includes(code ?? '')
  // A 400 without a SCIM code comes from the validation of body or query.
  const scimType = isKnown ? code : status === 400 ? 'invalidSyntax' : undefined
  return { schemas: [errorSchema], ...(scimType && { scimType }), detail: message, status: String(status) }
}
