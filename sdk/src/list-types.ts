/** The operations that are lists, and their items, derived from the types of the API. */
import type { MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'

type Page = { page_info: { cursor?: string | null }; data: unknown[] }

type AnswerOf<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } }
}
  ? Answer
  : never

/** The response is a page, or has the page in one field, such as `uploads`. */
type PageIn<Answer> = Answer extends Page ? Answer : Extract<Answer[keyof Answer], Page>

type ListPathBy<Method extends 'get' | 'post'> = {
  [Path in keyof paths]: [PageIn<AnswerOf<Path, Method>>] extends [never] ? never : Path
}[keyof paths]

export type PostListPath = ListPathBy<'post'>
/** Changes have no last page: `follow` reads them. */
export type ListPath = PostListPath | Exclude<ListPathBy<'get'>, '/api/v1/changes'>

type MethodOf<Path> = Path extends PostListPath ? 'post' : 'get'

/** The item of a list: for `/api/v1/notes` a note. */
export type ItemOf<Path extends ListPath> = PageIn<AnswerOf<Path, MethodOf<Path>>>['data'][number]

/** The request: filters, `include`, a page size, the ids in the path. */
export type ListInit<Path extends ListPath> =
  undefined extends MaybeOptionalInit<paths[Path], MethodOf<Path>>
    ? [init?: MaybeOptionalInit<paths[Path], MethodOf<Path>>]
    : [init: MaybeOptionalInit<paths[Path], MethodOf<Path>>]
