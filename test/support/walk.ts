/** Reads a list page by page and checks the rules of pages (spec 2.5, decision 10). */
import assert from 'node:assert/strict'
import type { Answer, World } from './world.ts'

/** Requests one page. */
export type ReadPage = (pagination: { page_size: number; cursor: string | null }) => Promise<Answer>

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked it against the document
export type Item = any

const maxPages = 1_000

/** Every page of the list, one at a time, so that the world can change in between. */
export async function* pagesOf(read: ReadPage, size: () => number): AsyncGenerator<Item[]> {
  let cursor: string | null = null
  for (let pages = 0; pages === 0 || cursor; pages++) {
    assert(pages < maxPages, 'the pages end')
    const page_size = size()
    const answer: Answer = await read({ page_size, cursor })
    assert.equal(answer.status, 200, answer.text)
    const { page_info, data } = answer.body.uploads ?? answer.body
    assert.equal(page_info.page_size, page_size)
    cursor = page_info.cursor
    if (cursor) assert.equal(data.length, page_size, 'a page that another follows is full')
    else assert(data.length <= page_size)
    yield data
  }
}

/** The whole list. Without changes in between only an empty list has an empty page. */
export async function walk(read: ReadPage, size: () => number): Promise<Item[]> {
  const rows: Item[] = []
  for await (const page of pagesOf(read, size)) {
    assert(page.length > 0 || rows.length === 0, 'the last page, a full one too, has no cursor')
    rows.push(...page)
  }
  return rows
}

/** A list that is read by POST. */
export function readPost(
  world: World,
  list: string,
  key: string,
  body: object = {},
  headers: Record<string, string> = {},
): ReadPage {
  return (pagination) => world.post(`/api/v1/${list}`, key, { ...body, pagination }, { headers })
}

/** A list that is read by GET. */
export function readGet(world: World, list: string, key: string, headers: Record<string, string> = {}): ReadPage {
  return ({ page_size, cursor }) =>
    world.get(`/api/v1/${list}?page_size=${page_size}${cursor === null ? '' : `&cursor=${cursor}`}`, key, { headers })
}

/** The id of a row in its list. */
export const idOf = (row: Item): string => row.id ?? row.recording_id
