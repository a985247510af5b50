/** Methods that the hosted original has besides the contract's. In other workspaces they are a 405, as before. */
import type { RouteOptions } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { speaksHosted } from './profile.ts'

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
