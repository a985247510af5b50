/** Iterates over lists, requesting page after page. */
import type { Client } from 'openapi-fetch'
import { dataOf } from './errors.ts'
import type { paths } from './generated/openapi.ts'
import type { ItemOf, ListInit, ListPath, PostListPath } from './list-types.ts'

/** The lists that are a POST, needed at run time. A missing one does not compile. */
const postLists: Record<PostListPath, true> = {
  '/api/v1/notes': true,
  '/api/v1/recordings': true,
  '/api/v1/recordings/upload/list': true,
  '/api/v1/action_items': true,
  '/api/v1/decisions': true,
  '/api/v1/search': true,
}

type Fields = Record<string, unknown>
type Init = { body?: (Fields & { pagination?: Fields }) | null; params?: Fields & { query?: Fields } }
type Page = { page_info: { cursor?: string | null }; data: unknown[] }
type Request = (method: string, path: string, init: Init) => Promise<{ data: Fields; response: Response }>

/** @throws {MinutebookError} a response is not a success; items of earlier pages were yielded */
export async function* pages<Path extends ListPath>(
  api: Client<paths>,
  path: Path,
  ...[init = {}]: ListInit<Path>
): AsyncGenerator<ItemOf<Path>, void> {
  const request = api.request as unknown as Request
  const isPost = Object.hasOwn(postLists, path)
  let cursor: string | null | undefined
  do {
    const answer = dataOf(
      await request(isPost ? 'post' : 'get', path, (isPost ? inBody : inQuery)(init as Init, cursor)),
    )
    const { data, page_info } = pageIn(answer)
    yield* data as ItemOf<Path>[]
    cursor = page_info.cursor
  } while (cursor)
}

const inBody = ({ body, ...init }: Init, cursor?: string | null): Init => ({
  ...init,
  body: cursor ? { ...body, pagination: { ...body?.pagination, cursor } } : (body ?? {}),
})

const inQuery = ({ params, ...init }: Init, cursor?: string | null): Init => ({
  ...init,
  params: cursor ? { ...params, query: { ...params?.query, cursor } } : (params ?? {}),
})

/** The response is a page, or has the page in one field. */
function pageIn(answer: Fields): Page {
  return (Array.isArray(answer.data) ? answer : Object.values(answer)[0]) as Page
}
