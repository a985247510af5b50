/** Hostile texts and queries: each search has an answer, its results are right, and each limit holds. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { indexSome, writerLimits } from '../server/meetings/text-index/index-text.ts'
import { loopLimits } from '../server/reading/search/compute.ts'
import { postingLimits } from '../server/reading/search/find-documents.ts'
import { prefixLimits } from '../server/reading/search/find-words.ts'
import { readLimits } from '../server/reading/search/read-ahead.ts'
import { bytesOfPositions, positionLimits } from '../server/reading/search/read-positions.ts'
import { pageLimits } from '../server/reading/search/search.ts'
import { SearchTurns } from '../server/reading/search/turns.ts'
import { acme, keys } from './support/acme.ts'
import { hostileQueries, hostileTexts } from './support/hostile-texts.ts'
import { statementsOf } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(() => world.load(...acme()))
afterEach(() => {
  for (const [limits, values] of usual) Object.assign(limits, values)
})
after(() => world[Symbol.asyncDispose]())

/** What the tests change. */
const usual = [loopLimits, postingLimits, prefixLimits, positionLimits, pageLimits, readLimits, writerLimits].map(
  (limits) => [limits, { ...limits }] as const,
)

type Hit = { kind: string; note_id: string; score: number; snippet: { text: string; hits: [number, number][] } }
type Page = { data: Hit[]; page_info: { cursor: string | null } }

async function page(query: string, more: object = {}): Promise<Page> {
  const { status, body, text } = await world.post('/api/v1/search', keys.bo, { query, ...more })
  assert.equal(status, 200, `${query}: ${text}`)
  return body
}
const find = async (query: string, more?: object) => (await page(query, more)).data

async function write(content: string): Promise<string> {
  const content_native_markdown = `::agenda{version=1}\n\n- ${content}\n`
  const { status, body, text } = await world.post('/api/v1/note', keys.bo, { title: 'X', content_native_markdown })
  assert.equal(status, 201, text.slice(0, 300))
  return body.note.id
}

test('every hostile query over hostile texts has an answer; large ones are computed in a thread, alike', async () => {
  const said = [
    'one word',
    'two words in turn',
    'all different, one beginning',
    'one letter with marks in the wrong order',
  ]
  const segments = [...said, 'Chinese, one character', 'common words'].flatMap((name) => {
    const text = hostileTexts[name]!(20_000)
    return { speaker: name, text, start_time: 0, end_time: 1 }
  })
  const transcript = { language_code: 'en', speech_segments: segments }
  const sent = await world.post('/api/v1/recordings/upload', keys.bo, { title: 'Hostile', transcript })
  assert.equal(sent.status, 201, sent.text)
  await world.settle()
  const answers = async () => {
    const found = new Map<string, Hit[]>()
    for (const [name, query] of Object.entries(hostileQueries)) {
      found.set(name, await find(query, { pagination: { page_size: 5 } }))
    }
    return found
  }
  const onLoop = await answers()
  Object.assign(loopLimits, { bytes: 0, characters: 0 })
  assert.deepEqual(await answers(), onLoop)
  assert(world.base.threads.alive > 0)

  for (const name of ['one word', 'a phrase of equal words', 'beginnings of everything', 'Chinese, one character']) {
    assert(onLoop.get(name)!.length > 0, name)
  }
  for (const { snippet } of onLoop.get('a phrase of equal words')!) {
    const marked = snippet.hits.map(([from, to]) => [...snippet.text].slice(from, to).join(''))
    assert(marked.length >= 60 && marked.length <= 200 && marked.every((word) => word === 'k'), String(marked.length))
  }
  assert.deepEqual(onLoop.get('a phrase that nearly fits'), [])
})

test('of a word that a document has very often, the first positions count', async () => {
  // Each of these positions takes a byte, after four for their number.
  Object.assign(positionLimits, { bytesOfWord: 4 + 10 })
  for (const [times, found] of [
    [9, 1],
    [10, 1],
    [11, 0],
  ] as const) {
    await write(`${'numbat '.repeat(times)}wombat${times}`)
    assert.equal((await find(`"numbat wombat${times}"`)).length, found, String(times))
    assert.equal((await find(`numbat wombat${times}`)).length > 0, true)
  }
})

test('a search reads a limited number of words of documents', async () => {
  for (const _ of [1, 2, 3]) await write('quokka')
  for (const [entries, found] of [
    [2, 2],
    [3, 3],
    [4, 3],
  ] as const) {
    Object.assign(postingLimits, { entries })
    assert.equal((await find('quokka')).length, found)
  }
})

test('the words of few documents are looked up there, and of many in the whole workspace, and both find the same', async () => {
  for (const word of ['first', 'second', 'third']) await write(`wallaby ${word}`)
  const bundled = await sql<{ number: number }>`
    select count(distinct bundle)::int as number from search_documents`.execute(world.db)
  const { number } = bundled.rows[0]!
  const answers = async () => {
    const found = new Map<string, Page>()
    for (const key of [keys.ada, keys.adaRegular, keys.bo])
      for (const query of ['wallaby', 'wallaby -second', 'walla*', 'budget'])
        found.set(`${query} ${key}`, (await world.post('/api/v1/search', key, { query })).body)
    return found
  }
  const usually = await answers()
  assert.equal(usually.get(`wallaby ${keys.bo}`)!.data.length, 3)
  assert.equal(usually.get(`wallaby ${keys.adaRegular}`)!.data.length, 0)
  for (const bundles of [0, 1, 2, 3, number - 1, number, number + 1]) {
    Object.assign(postingLimits, { bundles })
    assert.deepEqual(await answers(), usually, String(bundles))
  }
  // Of one stem.
  for (const lookups of [0, number - 1, number, number + 1]) {
    Object.assign(postingLimits, { bundles: number, lookups })
    assert.deepEqual(await answers(), usually, `${lookups} lookups`)
  }
})

test('all beginnings of words in a query share one limit', async () => {
  for (const word of ['zza1', 'zza2', 'zza3', 'zzb1']) await write(word)
  for (const [query, words, found] of [
    ['zza*', 2, 2],
    ['zza*', 3, 3],
    ['zza* zzb*', 4, 3],
    ['zza* zzb*', 6, 4],
    ['zza* -zzb*', 4, 2],
  ] as const) {
    Object.assign(prefixLimits, { words })
    assert.equal((await find(query)).length, found, `${query} ${words}`)
  }
})

test('searches of the API take turns', async (t) => {
  await write('zza')
  const take = t.mock.method(SearchTurns.prototype, 'take')
  assert.equal((await find('zza')).length, 1)
  assert.equal(take.mock.callCount(), 1)
})

test('what the caller sees is read once for all beginnings of words in a query', async () => {
  await write('zza1 zzb1')
  const statements = (query: string) => statementsOf(world.base, () => find(query))
  assert.equal(await statements('zza* zzb* zzc* -zzd*'), await statements('zza*'))
})

test('a page that has read its share ends early, and the next pages have the rest', async () => {
  for (let number = 0; number < 4; number++) await write(`otter ${number % 2 ? 'otter' : ''}`)
  for (const order_by of ['relevance', 'newest']) {
    const whole = await find('otter', { order_by })
    assert.equal(whole.length, 4)
    for (const changed of [{ documents: 1 }, { documents: 3 }, { bytes: 0, documents: 2 }]) {
      Object.assign(pageLimits, changed)
      const [found, pages]: [Hit[], number[]] = [[], []]
      let cursor: string | null = null
      do {
        const some: Page = await page('otter', { order_by, pagination: { cursor } })
        found.push(...some.data)
        pages.push(some.data.length)
        cursor = some.page_info.cursor
      } while (cursor)
      assert.deepEqual(found, whole)
      assert.equal(pages[0], changed.documents)
      Object.assign(pageLimits, { documents: 20_000, bytes: 64_000_000 })
    }
  }
})

test('pages are the same however much is read at once, and a phrase in no document is read in few statements', async () => {
  const usualReading = { ...readLimits }
  const words = ['koala bear', 'bear koala', 'koala, bear and koala bear', 'koala and bear']
  for (let number = 0; number < 12; number++) await write(words[number % words.length]!)
  const pagesOf = async (query: string, order_by: string) => {
    const pages: Hit[][] = []
    let cursor: string | null = null
    do {
      const some: Page = await page(query, { order_by, pagination: { page_size: 2, cursor } })
      pages.push(some.data)
      cursor = some.page_info.cursor
    } while (cursor)
    return pages
  }
  Object.assign(pageLimits, { batch: 3 })
  for (const [query, order] of [
    ['"koala bear"', 'relevance'],
    ['koala', 'newest'],
    ['"bear koala" -and', 'newest'],
    ['koala bear', 'relevance'],
  ] as const) {
    const pages = await pagesOf(query, order)
    assert(pages.length > 1, query)
    for (const limits of [
      { first: 1, documents: 1 },
      { first: 2, documents: 5 },
      { first: 12, documents: 12, bytes: 1 },
      { first: 12, documents: 12, bytes: 90 },
    ]) {
      Object.assign(readLimits, usualReading, limits)
      assert.deepEqual(await pagesOf(query, order), pages, `${query} ${JSON.stringify(limits)}`)
    }
  }
  const statements = (limits: object) => {
    Object.assign(readLimits, usualReading, limits)
    return statementsOf(world.base, () => find('"bear bear"'))
  }
  const once = await statements({ first: 12, documents: 12 })
  // 1, 2, 4 and 5 of the twelve; two statements each.
  assert.equal(await statements({ first: 1, documents: 12 }), once + 2 * 3)
  assert.equal(await statements({ first: 1, documents: 1 }), once + 2 * 11)
  // The layouts of several fit into 60 bytes, and with their positions as they are estimated only one; two into 90.
  assert.equal(await statements({ first: 12, documents: 12, bytes: 60 }), once + 2 * 11)
  const inNinety = await statements({ first: 12, documents: 12, bytes: 90 })
  assert(once < inNinety && inNinety < once + 2 * 11, `${inNinety}`)
})

test('positions are estimated by the words that are read, and those of a prefix are not cut', () => {
  const word = { stems: ['a'], role: 'content' as const, withUnaccented: true }
  const query = {
    terms: [],
    words: [
      { ...word, prefix: null },
      { ...word, prefix: null },
      { ...word, prefix: 'a' },
    ],
  }
  for (const [read, wordsOfDocument, bytes] of [
    [[], 100, 0],
    [[0], 100, 300],
    [[0, 1], 100, 300],
    [[0, 1, 2], 100, 600],
    [[0], 20_000, 20_480],
    [[0, 1], 20_000, 40_960],
    [[2], 20_000, 60_000],
  ] as const) {
    assert.equal(bytesOfPositions(query, new Set<number>(read), wordsOfDocument), bytes, `${read} ${wordsOfDocument}`)
  }
})

test('a very long text is indexed by the job; its old words are gone at once', async () => {
  const id = await write('dingo')
  const text = `emu ${'and '.repeat(100)}`
  const rewrite = async () => {
    const content_native_markdown = `::agenda{version=1}\n\n- ${text}\n`
    const { status } = await world.post(`/api/v1/note/${id}/agenda`, keys.bo, { content_native_markdown })
    assert.equal(status, 200)
  }
  await rewrite()
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(agenda::text) as bytes from notes where id = ${id}`.execute(world.db)
  const { bytes: own } = rows[0]!
  for (const [bytes, found] of [
    [own + 1, 1],
    [own, 1],
    [own - 1, 0],
  ] as const) {
    Object.assign(writerLimits, { bytes })
    await world.post(`/api/v1/note/${id}/agenda`, keys.bo, {
      content_native_markdown: '::agenda{version=1}\n\n- dingo\n',
    })
    assert.equal((await find('dingo')).length, 1)
    await rewrite()
    assert.deepEqual([(await find('dingo')).length, (await find('emu')).length], [0, found], String(bytes))
  }
  while ((await indexSome(world.db, world.base.threads)) > 0);
  assert.equal((await find('emu')).length, 1)
})
