/**
 * A workspace with `compatibility: hosted` speaks as the hosted original: its programs' requests are converted to the
 * contract, and responses back to what they expect. The other rooms know nothing of it.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { reshapeAnswer, reshapeFailure, reshapePieces } from './answers.ts'
import { differenceOf } from './differences.ts'
import { readHosted } from './requests.ts'

/** A request with `none` gets a response of the contract in every workspace; a response of the profile has `hosted`. */
const profileHeader = 'x-minutebook-profile'

export const speaksHosted = ({ caller, headers }: FastifyRequest): boolean =>
  caller?.compatibility === 'hosted' && String(headers[profileHeader] ?? '').toLowerCase() !== 'none'

/** Streamed responses, which are converted already. */
const sentInPieces = new WeakSet<FastifyReply>()

/** Must be registered after the hooks that find the caller and read the body, and before the routes. */
export function speakHosted(api: Api): void {
  api.addHook('onRequest', async (request, reply) => {
    if (speaksHosted(request)) reply.header(profileHeader, 'hosted')
  })
  api.addHook('preValidation', async (request, reply) => {
    if (!speaksHosted(request)) return
    readHosted(request)
    const difference = differenceOf(request)
    if (!difference) return
    reply.reshapePieces = (pieces) => {
      sentInPieces.add(reply)
      return reshapePieces(difference, pieces)
    }
  })
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isJson(reply) || sentInPieces.has(reply) || !speaksHosted(request))
      return payload
    const difference = differenceOf(request)
    if (!difference) return payload
    return reply.statusCode < 400 ? reshapeAnswer(difference, payload) : reshapeFailure(difference, payload)
  })
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

type Alias = { method: 'PUT' | 'GET'; url: string }

/** By method and path of the contract. */
const aliases: Record<string, Alias> = {
  'PATCH /api/v1/webhook/:webhook_id': { method: 'PUT', url: '/api/v1/webhook/:webhook_id' },
  'GET /api/v1/webhooks': { method: 'GET', url: '/api/v1/webhook' },
}

/** Must be registered before the routes: adds each alias when its route is added. */
export function addAliases(api: Api): void {
  api.addHook('onRoute', (route: RouteOptions & { url: string }) => {
    const alias = aliases[`${String(route.method)} ${route.url}`]
    if (!alias) return
    api.route({
      ...alias,
      schema: { ...route.schema, hide: true } as object,
      config: { ...route.config, isLimited: true, isFor: speaksHosted },
      exposeHeadRoute: false,
      handler: route.handler as never,
    })
  })
}
