/** The documents of the API, and where it serves them. */
import { invalid } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import type { OpenApi } from '../platform/http/openapi-document.ts'
import type { Compatibility } from '../platform/postgres/tables.ts'
import { hostedDocument } from '../reading/hosted/document.ts'

export type Documents = (profile?: Compatibility) => object

/** The contract, and the document of the workspaces that speak as the hosted original. Complete once the API is ready. */
export function documents(api: Api): Documents {
  let hosted: OpenApi | undefined
  return (profile = 'none') => {
    if (profile === 'none') return openApiDocument(api)
    hosted ??= hostedDocument(openApiDocument(api))
    return hosted
  }
}

export function documentRoute(open: Api, document: Documents): void {
  open.get<{ Querystring: { profile?: unknown; webhooks?: unknown } }>(
    '/api/v1/openapi.json',
    { schema: { hide: true } as object },
    async ({ query: { profile = 'none', webhooks = 'true' } }) => {
      if (profile !== 'none' && profile !== 'hosted') throw invalid('query.profile', 'must be one of none, hosted')
      if (webhooks !== 'true' && webhooks !== 'false') throw invalid('query.webhooks', 'must be one of true, false')
      // Some generators of clients stop at the section of what the service sends.
      return webhooks === 'true' ? document(profile) : { ...document(profile), webhooks: undefined }
    },
  )
}
