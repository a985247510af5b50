/** Which operations are lists, and what they list, read from the types of the API. */
import type { MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'

type Page = { page_info: { cursor?: string | null }; data: unknown[] }

type AnswerOf<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } }
}
  ? Answer
  : never

/** A page stands in the answer itself, or under one name, as `uploads`. */
type PageIn<Answer> = Answer extends Page ? Answer : Extract<Answer[keyof Answer], Page>

type ListPathBy<Method extends 'get' | 'post'> = {
  [Path in keyof paths]: [PageIn<AnswerOf<Path, Method>>] extends [never] ? never : Path
}[keyof paths]

export type PostListPath = ListPathBy<'post'>
/** Changes have no last page: `follow` reads them. */
export type ListPath = PostListPath | Exclude<ListPathBy<'get'>, '/api/v1/changes'>

type MethodOf<Path> = Path extends PostListPath ? 'post' : 'get'

/** What a list holds: for `/api/v1/notes` a note. */
export type ItemOf<Path extends ListPath> = PageIn<AnswerOf<Path, MethodOf<Path>>>['data'][number]

/** What is sent: filters, `include`, a page size, the ids in the path. */
export type ListInit<Path extends ListPath> =
  undefined extends MaybeOptionalInit<paths[Path], MethodOf<Path>>
    ? [init?: MaybeOptionalInit<paths[Path], MethodOf<Path>>]
    : [init: MaybeOptionalInit<paths[Path], MethodOf<Path>>]
