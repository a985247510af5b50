/** Errors in SCIM's own words (RFC 7644, 3.12). *Pure.* */
import { ApiError } from '../platform/errors.ts'

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

/** 400 with SCIM's word for it; 409 for what is not unique. */
export const scimError = (scimType: ScimType, message: string) =>
  new ApiError(scimType === 'uniqueness' ? 409 : 400, message, { code: scimType })

export const invalidValue = (location: string, message: string) => scimError('invalidValue', `${location} ${message}`)

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error, made of the one that the API answers elsewhere. */
export function scimFailure(status: number, { message, code }: { message: string; code?: string }) {
  const isKnown = (scimTypes as readonly string[]).includes(code ?? '')
  // A 400 without a word is that of a body or a query of the wrong shape.
  const scimType = isKnown ? code : status === 400 ? 'invalidSyntax' : undefined
  return { schemas: [errorSchema], ...(scimType && { scimType }), detail: message, status: String(status) }
}
