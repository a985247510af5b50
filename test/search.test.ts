/** Search (decision 44), over the API. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cutWords } from '../server/meetings/text-index/words.ts'
import { prefixLimits } from '../server/reading/search/find-words.ts'
import { pageLimits } from '../server/reading/search/search.ts'
import { acme, keys } from './support/acme.ts'
import { rowsRead } from './support/rows-read.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(() => world.load(...withTalk()))
after(() => world[Symbol.asyncDispose]())

const said = [
  ['Ada Moreau', 'Good morning. Shall we talk about the launch in Zürich?'],
  ['Bo Lindqvist', 'The naïve plan was to launch in March, and the customers were asking for an e-mail.'],
  ['Ada Moreau', 'We decided against it. The end of the story is organizational.'],
  ['Cy Okafor', '来週の会議で予算を話します。 다음 회의는 화요일에 있습니다.'],
]

/** Acme, where Ada and Bo met and somebody else's recording is Ada's alone. */
function withTalk(): object[] {
  const [here, there] = acme() as [Workspace, object]
  const segments = said.map(([speaker, text], index) => ({
    speaker,
    text,
    start_time: 10 * index,
    end_time: 10 * index + 9,
  }))
  const [met, other] = here.recordings
  const secret = [segment('Ada Moreau', 'Über die Häuser und den Launch schweigen wir.')]
  const alone = { ...other, id: 'r_ada', note: 'n_ada', title: 'Salaries', transcript: talk('de', secret) }
  return [{ ...here, recordings: [{ ...met, transcript: talk('en', segments) }, other, alone] }, there]
}

type Workspace = { recordings: object[] }
type Hit = {
  kind: string
  note_id: string
  recording_id: string
  snippet: { text: string; hits: [number, number][] }
} & Record<string, unknown>

const transcripts = { filters: { kinds: ['transcript'], recording_id: 'r_1' } }
const talk = (language_code: string, speech_segments: object[]) => ({ language_code, speech_segments })
const segment = (speaker: string, text: string) => ({ speaker, text, start_time: 0, end_time: 5 })

async function find(query: string, more: object = {}, key: string = keys.bo): Promise<Hit[]> {
  const { status, body, text } = await world.post('/api/v1/search', key, { query, ...more })
  assert.equal(status, 200, text)
  return body.data
}

const shown = (hits: Hit[]) => hits.map(({ kind, recording_id, note_id }) => `${kind} ${recording_id ?? note_id}`)

/** The words of the snippet that the hit marks. */
const marked = ({ snippet: { text, hits } }: Hit) => hits.map(([from, to]) => [...text].slice(from, to).join(''))

test('words are found in any order, form and case, and without accents', async () => {
  for (const query of ['launch', 'LAUNCH', 'launched', 'zurich launch', 'Naive', 'naïve', 'asked customer', 'decide']) {
    const [best] = await find(query)
    assert.equal(`${best?.kind} ${best?.recording_id}`, 'transcript r_1', query)
  }
  const [hit] = await find('zurich launches')
  assert.deepEqual(marked(hit!).slice(0, 2), ['launch', 'Zürich'])
  assert.deepEqual([hit!.start_time, hit!.end_time, hit!.speaker], [0, 39, 'Ada Moreau'])
})

test('a hit begins where its first word is said, by whom it names, and its text names the speakers', async () => {
  const begins: Record<string, [speaker: string, start: number, text: RegExp]> = {
    'naive plan': ['Bo Lindqvist', 10, /^Bo Lindqvist: The naïve plan .* Ada Moreau: We decided .* Cy Okafor: 来週/],
    予算: ['Cy Okafor', 30, /^来週の会議で/],
    'good morning': ['Ada Moreau', 0, /^Ada Moreau: Good morning.*Zürich\? Bo Lindqvist: The naïve plan/],
    organizational: ['Ada Moreau', 20, /^Ada Moreau: We decided against it/],
  }
  for (const [query, [speaker, start, text]] of Object.entries(begins)) {
    const [hit] = await find(query, { filters: { kinds: ['transcript'], recording_id: 'r_1' } })
    assert.deepEqual([hit!.speaker, hit!.start_time, hit!.end_time], [speaker, start, 39], query)
    assert.match(hit!.snippet.text, text)
  }
  assert.deepEqual(marked((await find('"naive plan"'))[0]!), ['naïve', 'plan'])
})

test('Chinese, Japanese and Korean are found by their words', async () => {
  for (const query of ['会議', '予算', '회의', '予算の会議'])
    assert.deepEqual(shown(await find(query)), ['transcript r_1'], query)
  assert.deepEqual(await find('"予会"'), [])
})

test('words of every script are found and excluded with their marks, with other marks and in other forms', async () => {
  const texts: [code: string, text: string, found: string[], not: string[]][] = [
    [
      'fr',
      'La réunion est annulée, la cre\u0300me aussi.',
      ['annuler', 'annulée', 'annulee', 'ANNULÉES', 'creme', 'CRÈME', 'crè*'],
      ['année'],
    ],
    ['fr', 'Elle sera ANNULEE demain.', ['annulée', 'annulee'], []],
    ['hi', 'बैठक कल होगी।', ['बैठक', '"बैठक कल"', 'बैठ*'], ['बठक']],
    ['bn', 'বৈঠক আগামীকাল হবে।', ['বৈঠক', '"বৈঠক আগামীকাল"'], ['বঠক']],
    ['ta', 'கூட்டம் நாளை நடக்கும்.', ['கூட்டம்', '"கூட்டம் நாளை"'], []],
    ['ar', 'مُحَمَّد كَتَبَ التقرير', ['محمد', 'مُحَمَّد', '"محمد كتب"'], []],
    ['he', 'שָׁלוֹם לכולם', ['שלום', 'שָׁלוֹם'], []],
    ['th', 'ประชุมวันนี้เลื่อน', ['ประชุม', 'วันนี้', '"ประชุมวันนี้"'], []],
    ['de', 'Die Häuser sind groß.', ['haus', 'häuser', 'hauser', 'GROSS'], []],
  ]
  const [here, there] = acme() as [Workspace, object]
  const [met] = here.recordings
  for (const [code, text, found, not] of texts) {
    const transcript = talk(code, [segment('Ada Moreau', text)])
    await world.load({ ...here, recordings: [{ ...met, transcript }] }, there)
    for (const query of found) {
      assert.deepEqual(shown(await find(query, transcripts)), ['transcript r_1'], query)
      if (!query.startsWith('"')) assert.deepEqual(await find(`ada -${query}`, transcripts), [], `-${query}`)
    }
    for (const query of not) assert.deepEqual(await find(query, transcripts), [], query)
  }
})

test('the database takes accents away as the service does', async () => {
  const letters = fc.constantFrom(...'aÉßñøĳΆςйёאָشُےकैஙूが한ที่ﷺ𐐀', 'e\u0301', '\u0323', '\u0654', '\u093c', '\u3099')
  const spellings = fc
    .sample(fc.array(letters, { minLength: 1, maxLength: 6 }), 300)
    .flatMap((word) => [...cutWords(word.join(''))])
  const { rows } = await sql<{ word: string }>`
    select without_accents(spelling) as word
    from unnest(${spellings.map(({ spelling }) => spelling)}::text[]) with ordinality spelled (spelling, number)
    order by number`.execute(world.db)
  assert.deepEqual(
    rows.map(({ word }) => word),
    spellings.map(({ word }) => word),
  )
})

test('a phrase, an excluded word and the beginning of a word always apply', async () => {
  assert.deepEqual(shown(await find('"the end of the story"')), ['transcript r_1'])
  assert.deepEqual(await find('"the story of the end"'), [])
  assert.deepEqual(shown(await find('"decided against" launch')), ['transcript r_1'])
  assert.deepEqual(await find('launch -march'), [])
  assert.deepEqual(await find('launch -"in march"'), [])
  assert.deepEqual(shown(await find('launch -"march in"')), ['transcript r_1'])
  assert.deepEqual(shown(await find('organiza*')), ['transcript r_1'])
  assert.deepEqual(await find('organizations*'), [])
  assert.deepEqual(shown(await find('launch -organizations*')), ['transcript r_1'])
})

test('a question finds the passage with most of its rare words', async () => {
  assert.deepEqual(shown(await find('what did they decide about the launch in March?'))[0], 'transcript r_1')
})

test('a query of only common words has results too', async () => {
  assert.equal(shown(await find('the and'))[0], 'transcript r_1')
})

test('words that ask count only in a query of nothing else', async () => {
  assert.deepEqual(shown(await find('what did they talk about in Zürich?', transcripts)), ['transcript r_1'])
  assert.deepEqual(await find('did anybody talk about penguins?', transcripts), [])
  for (const query of ['talk', 'what did they talk about?', '"talk about" penguins'])
    assert.deepEqual(shown(await find(query, transcripts)), ['transcript r_1'], query)
})

test('titles, agendas, items and AI notes are found, each with its kind', async () => {
  assert.deepEqual(new Set(shown(await find('deck'))), new Set(['action_item n_1', 'ai_notes r_1']))
  assert.deepEqual(shown(await find('goals')), ['agenda n_1'])
  assert.deepEqual(new Set(shown(await find('weekly'))), new Set(['title n_1', 'title r_1']))
  assert.deepEqual(shown(await find('weekly', { filters: { kinds: ['transcript'] } })), [])
  const [item] = await find('deck', { filters: { kinds: ['action_item'] } })
  assert.deepEqual(
    [item!.action_item_id, item!.title, item!.event_start],
    ['ai_1', 'Weekly 5 Jan', '2026-01-05T09:00:00.000Z'],
  )
  const [loose] = await find('back')
  assert.deepEqual([loose!.action_item_id, loose!.note_id, loose!.title], ['ai_2', null, ''])
})

test('names of speakers are found, and can be filters', async () => {
  assert.deepEqual(shown(await find('okafor')), ['transcript r_1'])
  assert.deepEqual(shown(await find('launch', { filters: { speaker: 'cy OKAFOR' } })), ['transcript r_1'])
  assert.deepEqual(await find('launch', { filters: { speaker: 'Zoe' } }), [])
})

test('a passage that was found by a name, or by a speaker, shows what this person says there', async () => {
  const shownBy = async (query: string, speaker?: string) => {
    const filters = { ...transcripts.filters, speaker }
    const [hit] = await find(query, { filters })
    return [hit!.speaker, hit!.start_time]
  }
  assert.deepEqual(await shownBy('okafor'), ['Cy Okafor', 30])
  assert.deepEqual(await shownBy('"Bo Lindqvist"'), ['Bo Lindqvist', 10])
  assert.deepEqual(await shownBy('launch', 'Cy Okafor'), ['Cy Okafor', 30])
  assert.deepEqual(await shownBy('launch', 'bo lindqvist'), ['Bo Lindqvist', 10])
  assert.deepEqual(await shownBy('launch', 'Ada Moreau'), ['Ada Moreau', 0])
  assert.deepEqual(await shownBy('customers', 'ADA MOREAU'), ['Ada Moreau', 0])
})

test('a question that names somebody finds their own words first', async () => {
  const more = ' and so on'.repeat(30)
  const turns = [
    ['Ada Moreau', `The budget is fine${more}`],
    ['Bo Lindqvist', `Nothing new${more}`],
    ['Ada Moreau', `Nothing new${more}`],
    ['Bo Lindqvist', `The budget is fine${more}`],
  ] as const
  const segments = turns.map(([speaker, text], at) => ({ speaker, text, start_time: at, end_time: at + 1 }))
  const [here, there] = withTalk() as [Workspace, object]
  const [met] = here.recordings
  await world.load({ ...here, recordings: [{ ...met, transcript: talk('en', segments) }] }, there)
  for (const [query, start] of [
    ['what did Ada say about the budget?', 0],
    ['what did Bo say about the budget?', 3],
    ['budget Lindqvist', 3],
  ] as const) {
    assert.equal((await find(query, transcripts))[0]!.start_time, start, query)
  }
})

test('filters narrow by note, recording, channel and time', async () => {
  const cases: [object, number][] = [
    [{ note_id: 'n_1' }, 1],
    [{ note_id: 'n_ada' }, 0],
    [{ recording_id: 'r_1' }, 1],
    [{ recording_id: 'r_2' }, 0],
    [{ channel_id: 'ch_eng' }, 1],
    [{ start_at: '2026-01-05' }, 1],
    [{ start_at: '2026-01-05T09:00:01Z' }, 0],
    [{ end_at: '2026-01-05' }, 1],
    [{ end_at: '2026-01-04' }, 0],
  ]
  for (const [filters, count] of cases)
    assert.equal((await find('launch', { filters })).length, count, JSON.stringify(filters))
  const { status } = await world.post('/api/v1/search', keys.bo, { query: 'x', filters: { channel_id: 'ch_ada' } })
  assert.equal(status, 400)
})

test('the caller finds what they may read, and immediately after a change', async () => {
  assert.deepEqual(
    new Set(shown(await find('launch', {}, keys.adaRegular))),
    new Set(['transcript r_1', 'transcript r_ada']),
  )
  assert.deepEqual(shown(await find('haus', {}, keys.adaRegular)), ['transcript r_ada'])
  assert.deepEqual(await find('haus'), [])
  const share = await world.post('/api/v1/recording/r_ada/share', keys.adaRegular, { user: 'u_bo' })
  assert.equal(share.status, 200, share.text)
  assert.deepEqual(shown(await find('haus')), ['transcript r_ada'])
  await world.delete('/api/v1/recording/r_ada/share/u_bo', keys.adaRegular)
  assert.deepEqual(await find('haus'), [])
  assert.deepEqual(await find('launch', {}, keys.zoe), [])
})

test('a search by the beginning of a word reveals no words that the caller may not read', async () => {
  const write = async (key: string, content: string) => {
    const content_native_markdown = `::agenda{version=1}\n\n- ${content}\n`
    const made = await world.post('/api/v1/note', key, { title: 'X', content_native_markdown })
    assert.equal(made.status, 201, made.text)
  }
  // The stem of `layoffs` is a word of Bo's; of a thousand words that begin so, one more would leave out the last.
  await write(keys.bo, 'layoffsy')
  await write(keys.bo, 'layoff')
  await write(keys.bo, Array.from({ length: 1_000 }, (_, number) => `zzq${1_000 + number}`).join(' '))
  const found = async () => (await Promise.all([find('layoffs*'), find('zzq*')])).flat()
  const before = await found()
  assert.deepEqual([before.length, before.at(-1)!.snippet.text.includes('zzq')], [2, true])
  await write(keys.adaRegular, 'layoffs zzq0')
  assert.deepEqual(await found(), before)
})

test('a language of meetings that the caller may not read changes nothing of what is found', async () => {
  const tell = async (key: string, language: string, text: string) => {
    const body = { title: 'Call', transcript: talk(language, [segment('Bo', text)]) }
    assert.equal((await world.post('/api/v1/recordings/upload', key, body)).status, 201)
    await world.settle()
  }
  await tell(keys.bo, 'en', 'If the gates die we see it, and shut them.')
  await tell(keys.bo, 'en', 'We die.')
  // A common word in German, and `gates` has another stem in Dutch.
  const only = { filters: { kinds: ['transcript'] } }
  const found = async () => [...(await find('die shut', only)), ...(await find('gates', only))]
  const before = await found()
  assert(before.some(({ snippet }) => snippet.text.includes('We die')))
  for (const language of ['de', 'nl']) await tell(keys.adaRegular, language, 'Die Pforten, de poorten.')
  assert.deepEqual(await found(), before)
})

test('a search by the beginning of a word examines a limited number of words, whoever may read them', async (t) => {
  const { examined } = prefixLimits
  t.after(() => Object.assign(prefixLimits, { examined }))
  const write = (key: string, content: string) => {
    const content_native_markdown = `::agenda{version=1}\n\n- ${content}\n`
    return world.post('/api/v1/note', key, { title: 'X', content_native_markdown })
  }
  await write(keys.adaRegular, 'yyq1 yyq2 yyq3')
  await write(keys.bo, 'yyq4')
  for (const [most, hits] of [
    [3, 0],
    [4, 1],
    [5, 1],
  ] as const) {
    Object.assign(prefixLimits, { examined: most })
    assert.equal((await find('yyq*')).length, hits, String(most))
  }
})

test('a search by the beginning of a word reads only the words that begin with it, and none after them', async () => {
  // A database of its own, for a kept plan may read a table that was small from end to end.
  await using own = await openWorld({}, { anew: true })
  await own.load(...withTalk())
  const words = Array.from({ length: 3_000 }, (_, number) => `zzq${1_000 + number}`).join(' ')
  const content_native_markdown = `::agenda{version=1}\n\n- layoff ${words}\n`
  await own.post('/api/v1/note', keys.bo, { title: 'X', content_native_markdown })
  await sql`analyze`.execute(own.db)
  for (const key of [keys.bo, keys.adaRegular]) {
    const before = await rowsRead(own.base.requests.db, 'search_words')
    const { body } = await own.post('/api/v1/search', key, { query: 'layo*' })
    const read = (await rowsRead(own.base.requests.db, 'search_words')) - before
    assert.equal(body.data.length, key === keys.bo ? 1 : 0)
    assert(read < 100, `${read} rows`)
  }
})

test('an assigned item reveals nothing of a note that the assignee does not see', async () => {
  const [here, there] = withTalk() as [
    Workspace & { action_items: object[]; events: object[]; notes: object[] },
    object,
  ]
  const event = { guid: 'evt_ada', title: 'Salaries', start: '2026-02-01T09:00:00Z', end: '2026-02-01T10:00:00Z' }
  const note = { id: 'n_evt', event: 'evt_ada', title: 'Redundancies', created_by: 'u_ada' }
  const item = { id: 'ai_evt', note: 'n_evt', text: 'Feed the axolotl', assignees: ['u_bo'] }
  const events = [...here.events, { ...event, attendees: [{ email: 'ada@acme.test', name: 'Ada' }] }]
  const notes = [...here.notes, note]
  await world.load({ ...here, events, notes, action_items: [...here.action_items, item] }, there)
  const told = async (key: string, more = {}) =>
    (await find('axolotl', more, key)).map(({ note_id, title, event_start }) => [note_id, title, event_start])
  const late = { filters: { start_at: '2026-02-01' } }
  assert.deepEqual(await told(keys.bo), [['n_evt', '', null]])
  assert.deepEqual(await told(keys.bo, { order_by: 'newest' }), [['n_evt', '', null]])
  assert.deepEqual(await told(keys.bo, late), [], 'when the meeting is')
  const all = [['n_evt', 'Redundancies', '2026-02-01T09:00:00.000Z']]
  for (const key of [keys.adaRegular, keys.ada]) {
    assert.deepEqual([await told(key), await told(key, late)], [all, all])
  }
})

test('new text is found at once, and replaced text is not', async () => {
  const made = await world.post('/api/v1/note', keys.bo, {
    title: 'Quokka',
    content_native_markdown: '::agenda{version=1}\n\n# Wombat\n- Numbat\n',
  })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(shown(await find('quokka')), [`title ${made.body.note.id}`])
  assert.deepEqual(shown(await find('numbat')), [`agenda ${made.body.note.id}`])
  await world.post(`/api/v1/note/${made.body.note.id}/agenda`, keys.bo, {
    title: 'Dingo',
    content_native_markdown: '::agenda{version=1}\n\n- Emu\n',
  })
  assert.deepEqual([...(await find('quokka')), ...(await find('numbat')), ...(await find('wombat'))], [])
  assert.deepEqual(shown([...(await find('dingo')), ...(await find('emu'))]), [
    `title ${made.body.note.id}`,
    `agenda ${made.body.note.id}`,
  ])
  const item = await world.post('/api/v1/action_item', keys.bo, { text: 'Feed the platypus' })
  assert.equal((await find('platypus')).length, 1)
  await world.patch(`/api/v1/action_item/${item.body.action_item.id}`, keys.bo, { text: 'Feed the echidna' })
  assert.deepEqual([(await find('platypus')).length, (await find('echidna')).length], [0, 1])
})

test('zero-day retention and deletion remove the words from search', async () => {
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  assert.deepEqual(await find('launch'), [])
  assert.deepEqual(shown(await find('deck', { filters: { kinds: ['ai_notes'] } })), ['ai_notes r_1'])
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'standard' })
  await world.delete('/api/v1/note/n_1', keys.ada)
  assert.deepEqual(await find('weekly'), [])
  const words = await world.db
    .selectFrom('search_words')
    .select('word')
    .where('word', 'in', ['launch', 'goals'])
    .execute()
  assert.deepEqual(words, [])
})

test('pages follow each other, in either order, and never repeat a hit', async () => {
  for (let number = 0; number < 13; number++) {
    await world.post('/api/v1/note', keys.bo, { title: `Otter ${number}` })
  }
  for (const order_by of ['relevance', 'newest']) {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const answer = await world.post('/api/v1/search', keys.bo, {
        query: 'otter',
        order_by,
        pagination: { page_size: 3, cursor },
      })
      assert.equal(answer.status, 200, answer.text)
      found.push(...answer.body.data.map((hit: Hit) => hit.note_id))
      cursor = answer.body.page_info.cursor
      await world.post('/api/v1/note', keys.bo, { title: `Otter between` })
    } while (cursor)
    assert.equal(found.length, new Set(found).size)
    assert.equal(found.length, order_by === 'relevance' ? 13 : 18)
  }
})

test('one recording in another language does not change how titles are found', async () => {
  for (const language of ['en', 'en', 'en', 'ja']) {
    const body = { title: 'Call', transcript: talk(language, [segment('Bo', 'one')]) }
    assert.equal((await world.post('/api/v1/recordings/upload', keys.bo, body)).status, 201)
    await world.settle()
  }
  const { body } = await world.post('/api/v1/note', keys.bo, { title: 'Kindling fires' })
  assert.deepEqual(shown(await find('kindle')), [`title ${body.note.id}`])
})

test('44: what comes or goes between two pages moves no hit to another page', async () => {
  const write = async (title: string, line: string) => {
    const body = { title, content_native_markdown: `::agenda{version=1}\n\n- ${line}\n` }
    return (await world.post('/api/v1/note', keys.bo, body)).body.note.id
  }
  // The first have the word more often, and come first as documents; a title alone is a better passage.
  const often: string[] = []
  for (let number = 0; number < pageLimits.batch + 5; number++)
    often.push(await write('River', `lemur ${'bank '.repeat(150)}`.repeat(8)))
  const titles: string[] = []
  for (let number = 0; number < 10; number++) titles.push(await write('Lemur', 'bank '.repeat(1_200)))
  const page = async (cursor: string | null) =>
    (await world.post('/api/v1/search', keys.bo, { query: 'lemur', pagination: { page_size: 10, cursor } })).body
  const moved = often.slice(0, 10)
  for (const owner of ['u_ada', 'u_bo']) {
    const first = await page(null)
    const hits: Hit[] = first.data
    await world.db.updateTable('notes').set({ created_by: owner }).where('id', 'in', moved).execute()
    for (let { cursor } = first.page_info; cursor; ) {
      const { data, page_info } = await page(cursor)
      hits.push(...data)
      cursor = page_info.cursor
    }
    const found = new Set(hits.map((hit) => hit.note_id))
    assert.deepEqual(
      [...often.slice(10), ...titles].filter((id) => !found.has(id)),
      [],
      owner,
    )
    assert.equal(new Set(hits.map((hit) => JSON.stringify(hit))).size, hits.length, owner)
  }
})

test('invalid requests get an error that names the field', async () => {
  const refused = async (body: object, message: RegExp) => {
    const { status, text } = await world.post('/api/v1/search', keys.bo, body)
    assert.equal(status, 400, text)
    assert.match(text, message)
  }
  await refused({}, /body.query is required/)
  await refused({ query: '' }, /body.query/)
  await refused({ query: '?! …' }, /body.query must have a word/)
  await refused({ query: '-launch' }, /body.query must have a word/)
  await refused({ query: 'x'.repeat(501) }, /body.query/)
  await refused({ query: 'x', filters: { kinds: ['recap'] } }, /kinds/)
  await refused({ query: 'x', filters: { kinds: [] } }, /kinds/)
  await refused({ query: 'x', order_by: 'best' }, /order_by/)
  await refused({ query: 'x', pagination: { cursor: 'abc' } }, /Invalid cursor/)
  const page = await world.post('/api/v1/search', keys.bo, { query: 'weekly', pagination: { page_size: 1 } })
  await refused({ query: 'deck', pagination: { cursor: page.body.page_info.cursor } }, /Invalid cursor/)
  assert.equal((await world.post('/api/v1/search', keys.bo, { query: '𝒜'.repeat(500) })).status, 200)
})

test('a very frequent word is found like any other', async () => {
  const agenda = `::agenda{version=1}\n\n- ${'quoll '.repeat(150_000)}\n`
  const made = await world.post('/api/v1/note', keys.bo, { title: 'Often', content_native_markdown: agenda })
  assert.equal(made.status, 201, made.text.slice(0, 300))
  assert.equal((await find('quoll', { pagination: { page_size: 1 } })).length, 1)
})

test('an invented cursor is a 400', async () => {
  const digest = (order: string, text: string) =>
    createHash('sha256')
      .update(JSON.stringify(['weekly', { start_at: null, end_at: null }, order, text]))
      .digest('base64url')
      .slice(0, 12)
  const numbers = ['1.5', '-1', '1e300'].flatMap((odd) => [
    `[${odd},1,[1],null,null,null,null]`,
    `[9,1,[1],null,[0,${odd}],null,null]`,
    `[9,1,[1],["m","AA==",${odd}],null,null,null]`,
  ])
  const model = '[9,1,[1],["\\u0000","AA==",1],null,null,null]'
  for (const order_by of ['relevance', 'newest'])
    for (const text of ['not JSON', '[1,2]', '[1,2,[],null,[1,2]]', 'null', model, ...numbers]) {
      const cursor = Buffer.from(`${digest(order_by, text)}${text}`).toString('base64url')
      const answer = await world.post('/api/v1/search', keys.bo, { query: 'weekly', order_by, pagination: { cursor } })
      assert.deepEqual([answer.status, answer.body.message], [400, 'Invalid cursor'], text)
    }
  const far = '[9,1,[1],null,[1e300,1],null,null]'
  const cursor = Buffer.from(`${digest('newest', far)}${far}`).toString('base64url')
  const request = { query: 'weekly', order_by: 'newest', pagination: { cursor } }
  assert.equal((await world.post('/api/v1/search', keys.bo, request)).status, 400)
})
