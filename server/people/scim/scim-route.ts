/** What SCIM's routes share: schemas of requests, the media type of responses, the format of errors. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { scimFailure } from './scim-errors.ts'

export const basePath = '/scim/v2'

export type ScimContext = Pick<Context, 'db' | 'clock'> & {
  /** The address of SCIM in the caller's workspace. */
  baseOf(request: FastifyRequest): string
}

const Resource = Type.Object({}, { additionalProperties: true })
const Text = Type.Optional(Type.String())
const Query = Type.Object(
  { filter: Text, startIndex: Text, count: Text, attributes: Text, excludedAttributes: Text },
  { additionalProperties: true },
)

export type ScimQuery = Static<typeof Query>
export type OneRequest = FastifyRequest<{ Params: { id: string }; Querystring: ScimQuery }>

// Hidden from openapi.json: SCIM describes itself (docs/decisions/scim.md).
export const read = { config: { scope: 'scim' as const }, schema: { hide: true, querystring: Query } as object }

/** @param largest  higher limits for the body, in bytes and JSON values */
export const write = (largest: { maxBodyBytes?: number; maxValues?: number } = {}) => ({
  config: { scope: 'scim' as const, bodyRequired: true, ...largest },
  schema: { hide: true, querystring: Query, body: Resource } as object,
})

const mediaType = 'application/scim+json; charset=utf-8'

export const sendScim = (reply: FastifyReply, body: object) => reply.type(mediaType).send(body)

/** Converts every error under `/scim/v2` to SCIM's format, also for unknown paths and methods. */
export function failAsScim(api: Api): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !isScim(request)) return payload
    reply.type(mediaType)
    return JSON.stringify(scimFailure(reply.statusCode, JSON.parse(payload)))
  })
}

/** By its route, or by its own path where that is unknown: the console has a route for every path. */
function isScim({ url, routeOptions }: FastifyRequest): boolean {
  const paths = [routeOptions.url, url.split('?')[0]]
  return paths.some((path) => path === basePath || path?.startsWith(`${basePath}/`))
}
