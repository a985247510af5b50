/**
 * What a write of an agenda is refused for, in which order and words; nothing has changed then (decisions 3, 18 on edit
 * rights, 22).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxAgendaBytes, maxAssignees, maxBlocks, maxText } from '../server/meetings/action-items/schemas.ts'
import { maxText as maxDecisionText } from '../server/meetings/decisions/schemas.ts'
import { failureBody } from './support/failure-body.ts'
import { agenda, keys, markup, openWritingWorld, type WritingWorld } from './support/writing-world.ts'

let world: WritingWorld
before(async () => {
  world = await openWritingWorld()
  await world.reset()
})
after(() => world[Symbol.asyncDispose]())

const native = (content_native_markdown: string) => ({ content_native_markdown })
const actions = ['', '/append', '/prepend', '/find-replace']

/** A body that the action would take, or would but for its text. */
const bodyOf = (action: string, text = markup('- x')) => ({
  ...native(text),
  ...(action === '/find-replace' && { find: agenda }),
})

test('404 without sight, 403 with sight and without the edit right, whatever the text and the version', async () => {
  const before = await world.rows()
  const refused: [string, string, number, string][] = [
    ...Object.values(keys).map((key): [string, string, number, string] => [key, 'n_none', 404, 'Note not found']),
    [keys.gus, 'n_1', 404, 'Note not found'],
    [keys.bo, 'n_hidden', 404, 'Note not found'],
    [keys.zoe, 'n_own', 404, 'Note not found'],
    [keys.bo, '%00', 404, 'Note not found'],
    [keys.eve, 'n_1', 403, 'You may see this note and not edit it'],
    [keys.hal, 'n_1', 403, 'You may see this note and not edit it'],
    [keys.ivy, 'n_1', 403, 'You may see this note and not edit it'],
    [keys.ivy, 'n_hidden', 403, 'You may see this note and not edit it'],
  ]
  const texts = [markup('- x'), '* Action Item: prose', markup('::action-item[x]{assignees="nobody"}')]
  for (const [key, note, status, message] of refused) {
    for (const action of actions) {
      for (const text of texts) {
        for (const headers of [{}, { 'if-match': '"of-before"' }] as Record<string, string>[]) {
          const answer = await world.write(bodyOf(action, text), { key, note, action, headers })
          assert.deepEqual([answer.status, answer.body], [status, failureBody(message)], `${key} ${note}${action}`)
        }
      }
    }
    const renamed = await world.request('PATCH', `/api/v1/note/${note}`, { key, body: { title: 'x' } })
    assert.deepEqual([renamed.status, renamed.body], [status, failureBody(message)], `${key} ${note}`)
  }
  assert.deepEqual(await world.rows(), before)
})

test('a super admin acting for another person has that person’s rights', async () => {
  const as = (user: string) => world.write({ title: 'Weekly' }, { key: keys.ivy, headers: { 'x-on-behalf-of': user } })
  assert.deepEqual([(await as('u_bo')).status, (await as('u_eve')).status, (await as('u_gus')).status], [200, 403, 404])
})

test('the shape of the request is checked before the right to make it', async () => {
  const faults: [string, unknown, string][] = [
    ['', {}, 'body must have content_native_markdown or title'],
    ['', { title: null, content_native_markdown: null }, 'body must have content_native_markdown or title'],
    ['', { title: '' }, 'body.title must have at least 1 characters'],
    ['', { title: 'x'.repeat(256) }, 'body.title must have at most 255 characters'],
    ['', { content_native_markdown: 1 }, 'body.content_native_markdown must be a string'],
    ['', native('\0'), 'body.content_native_markdown must not contain NUL or half a surrogate pair'],
    ['/append', {}, 'body.content_native_markdown is required'],
    ['/append', { title: 'x' }, 'body.content_native_markdown is required'],
    ['/prepend', { content_native_markdown: null }, 'body.content_native_markdown must be a string'],
    ['/find-replace', native(''), 'body.find is required'],
    ['/find-replace', { find: '', ...native('') }, 'body.find must have at least 1 characters'],
    ...actions.map((action): [string, unknown, string] => [action, undefined, 'body is required']),
  ]
  for (const [action, body, message] of faults) {
    for (const note of ['n_1', 'n_none']) {
      const answer = await world.write(body, { action, note })
      assert.deepEqual([answer.status, answer.body.message], [400, message], `${action} ${JSON.stringify(body)}`)
    }
  }
})

test('an unreadable agenda is a 400 that names the line, and nothing changes', async () => {
  const before = await world.rows()
  const prose = (await world.note()).content_markdown
  const refused: [string, string, string | RegExp][] = [
    ['', prose, /^line 1: an agenda starts with the line `::agenda\{version=1\}`; the read-only content_markdown/],
    ['', '- no marker', /^line 1: an agenda starts with/],
    ['', markup('- a', '::action-item[b]{due=2026-02-30}'), /^line 4: due `2026-02-30` is no date/],
    ['', markup('::action-item[a]{#ai_1}', '- x', '::talking-point[b]{#ai_1}'), 'line 5: the id `ai_1` is there twice'],
    ['', markup('- a', '::decision[b]{status=superseded}'), 'line 4: status `superseded` is none of stands, withdrawn'],
    ['/append', '- a\n::decision', /^line 2: `::decision` needs a text/],
    ['/append', '- a\n* b', /^line 2: this looks like the read-only content_markdown rendering/],
    ['/append', '\n::action-item[a]{#ai_1}', 'line 2: the id `ai_1` is in the agenda already'],
    ['/prepend', '- a\n::talking-point[a]{#tp_1}', 'line 2: the id `tp_1` is in the agenda already'],
    ['/prepend', '  - a', 'line 1: indented by more than one level below the block above'],
    ['/find-replace', '- the marker is gone', /^line 1: an agenda starts with/],
  ]
  for (const [action, text, message] of refused) {
    const answer = await world.write(bodyOf(action, text), { action })
    assert.equal(answer.status, 400, answer.text)
    const [fault, ...others] = answer.body.errors
    assert.equal(fault.location, 'body.content_native_markdown')
    assert.deepEqual(others, [])
    if (typeof message === 'string') assert.equal(fault.message, message)
    else assert.match(fault.message, message)
    assert.equal(answer.body.message, `${fault.location} ${fault.message}`)
  }
  assert.deepEqual(await world.rows(), before)
})

test('an error of a find-replace names the line of the resulting agenda', async () => {
  const body = { find: 'Call back]', ...native('Call back]{#ai_1') }
  const answer = await world.write(body, { action: '/find-replace' })
  assert.match(answer.body.errors[0].message, /^line 7: expected `key=value` or `\}`, found/)
})

test('each assignee without an active account is named with the line', async () => {
  const before = await world.rows()
  const text = markup(
    '::action-item[a]{assignees="u_none bo@acme.test u_cy"}',
    '- b',
    '::action-item[c]{assignees="zoe@zeta.test"}',
  )
  const answer = await world.write({ title: 'Renamed', ...native(text) })
  const location = 'body.content_native_markdown'
  assert.deepEqual(
    [answer.status, answer.body.errors],
    [
      400,
      [
        { location, message: 'line 3: there is no active account `u_none`' },
        { location, message: 'line 3: there is no active account `u_cy`' },
        { location, message: 'line 5: there is no active account `zoe@zeta.test`' },
      ],
    ],
  )
  assert.deepEqual(await world.rows(), before)
})

test('the limit of assignees is that of the action item routes', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: Array.from({ length: maxAssignees + 1 }, (_, index) => ({
      id: `u_${index}`,
      email: `${index}@acme.test`,
      full_name: `Number ${index}`,
    })),
  })
  const before = await world.rows()
  const crowd = (size: number) => Array.from({ length: size }, (_, index) => `u_${index}`).join(' ')
  const item = (size: number) => `::action-item[a]{assignees="${crowd(size)} u_0 0@acme.test"}`
  const refused = await world.write(native(item(maxAssignees + 1)), { action: '/append' })
  assert.equal(refused.body.errors[0].message, `line 1: an action item has at most ${maxAssignees} assignees`)
  assert.deepEqual(await world.rows(), before)
  assert.equal((await world.write(native(item(maxAssignees)), { action: '/append' })).status, 200)
})

test(`63: a decision has at most ${maxDecisionText} characters; a longer one may stay or become shorter`, async () => {
  const line = (length: number, id = '') => `::decision[${'🙂'.repeat(length)}]${id}`
  const refused = await world.write(native(`- x\n${line(maxDecisionText + 1)}`), { action: '/append' })
  const message = `line 2: a decision has at most ${maxDecisionText} characters`
  assert.deepEqual([refused.status, refused.body.errors[0].message], [400, message])
  assert.deepEqual(await world.decisions(), [])
  for (const length of [0, maxDecisionText - 1, maxDecisionText]) await world.put(line(length), { action: '/append' })
  const text = await world.note()
  const { id } = (await world.decisions()).find(({ text }) => [...text].length === maxDecisionText)!
  await world.db
    .updateTable('decisions')
    .set({ text: '🙂'.repeat(maxDecisionText + 2) })
    .where('workspace_id', '=', 'ws_acme')
    .where('id', '=', id)
    .execute()
  const long = (await world.note()).content_native_markdown
  assert.notEqual(long, text.content_native_markdown)
  assert.equal(await world.put(long), long)
  const without = long.split('\n').slice(0, -1).join('\n')
  const longer = await world.write(native(`${without}\n${line(maxDecisionText + 3, `{#${id}}`)}`))
  assert.equal(longer.body.errors[0].message, `line ${long.split('\n').length}: ${message.slice('line 2: '.length)}`)
  await world.put(`${without}\n${line(maxDecisionText + 1, `{#${id}}`)}`)
  await world.put(agenda)
})

test('22: a text that does not occur exactly once is a 422, and nothing changes', async () => {
  const before = await world.rows()
  for (const [find, message] of [
    ['nowhere', 'The text to find is not in the agenda'],
    ['goals', 'The text to find is not in the agenda'],
    ['::action-item', 'The text to find is in the agenda more than once'],
    ['l', 'The text to find is in the agenda more than once'],
  ] as const) {
    const answer = await world.write({ find, ...native('* whatever') }, { action: '/find-replace' })
    assert.deepEqual([answer.status, answer.body], [422, failureBody(message)])
  }
  assert.deepEqual(await world.rows(), before)
})

test('22: a stale If-Match is a 412 before the text is checked; a current one is accepted', async () => {
  const before = await world.rows()
  const etag = await world.etag()
  const stale = ['"of-before"', 'W/"of-before"', etag.slice(1, -1), `W/${etag}x`, '']
  for (const header of stale) {
    const headers = { 'if-match': header }
    for (const action of actions) {
      const { status, body } = await world.write(bodyOf(action, '* prose'), { action, headers })
      assert.deepEqual([status, body.message], [412, 'The note has changed since it was read; read it again'], header)
    }
    const renamed = await world.request('PATCH', '/api/v1/note/n_1', { key: keys.bo, body: { title: 'x' }, headers })
    assert.equal(renamed.status, 412)
  }
  assert.deepEqual(await world.rows(), before)
  for (const header of [etag, `W/${etag}`, '*', `"a,b", ${etag}`, `${etag} , W/"c"`]) {
    const same = { body: { title: 'Weekly' }, key: keys.bo, headers: { 'if-match': header } }
    assert.equal((await world.write(same.body, same)).status, 200, header)
    assert.equal((await world.request('PATCH', '/api/v1/note/n_1', same)).status, 200, header)
  }
})

test('an ETag becomes stale only when the title, a block or an item of the note changes', async () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['the title', () => world.write({ title: 'Other' })],
    ['a block', () => world.put('- y', { action: '/append' })],
    ['an item', () => world.post('/api/v1/action_item/ai_1/complete', keys.bo, { completed: true })],
  ]
  for (const [what, change] of changes) {
    const etag = await world.etag()
    await change()
    assert.notEqual(await world.etag(), etag, what)
    assert.equal((await world.write({ title: 'x' }, { headers: { 'if-match': etag } })).status, 412, what)
  }
  const etag = await world.etag()
  await world.put('- y', { note: 'n_own', action: '/append' })
  await world.write({ title: 'Other' })
  assert.equal(await world.etag(), etag)
  await world.reset()
})

test(`an agenda has at most ${maxBlocks} blocks, in whichever way they are added`, async () => {
  const lines = (count: number) => '- x\n'.repeat(count)
  assert.equal((await world.write(native(markup(lines(maxBlocks + 1))))).status, 400)
  await world.put(markup(lines(maxBlocks - 1)))
  const two = await world.write(native('- y\n\n- z'), { action: '/append' })
  assert.deepEqual([two.status, two.body.errors[0].message], [400, `line 3: an agenda has at most ${maxBlocks} blocks`])
  await world.put('- y', { action: '/prepend' })
  for (const action of ['/append', '/prepend']) assert.equal((await world.write(native('- z'), { action })).status, 400)
  const grown = await world.write({ find: '- y', ...native('- y\n- z') }, { action: '/find-replace' })
  assert.equal(grown.status, 400)
  assert.equal((await world.write({ find: '- y', ...native('- z') }, { action: '/find-replace' })).status, 200)
})

test(`an agenda has at most ${maxAgendaBytes} bytes in its printed form`, async () => {
  const filled = (bytes: number) => markup(`é${'x'.repeat(bytes - Buffer.byteLength(markup('é')))}`)
  await world.put(filled(maxAgendaBytes - 1))
  await world.put(filled(maxAgendaBytes))
  const over = await world.write(native(filled(maxAgendaBytes + 1)))
  const location = 'body.content_native_markdown'
  const message = `makes an agenda of ${maxAgendaBytes + 1} bytes; it can have at most ${maxAgendaBytes}`
  assert.deepEqual([over.status, over.body.errors], [400, [{ location, message }]])
  assert.equal((await world.write(native('-'), { action: '/append' })).status, 400)
  await world.put(markup('-'))
  const blank = await world.write(native('\n'.repeat(maxAgendaBytes + 1)), { action: '/append' })
  assert.deepEqual([blank.status, blank.body.errors], [400, [{ location, message }]])
  await world.put('\n'.repeat(maxAgendaBytes), { action: '/append' })
})

test('items that are added one by one have the same limits in an agenda', async () => {
  await world.reset()
  const item = (text: string, key = keys.bo) => world.post('/api/v1/action_item', key, { text, note_id: 'n_1' })
  const edit = (id: string, text: string) => world.patch(`/api/v1/action_item/${id}`, keys.bo, { text })
  await world.put(markup('- x\n'.repeat(maxBlocks - 1)))
  const last = await item('The last one')
  assert.equal(last.status, 201)
  const full = await item('One more')
  const ofNote = {
    location: 'body.note_id',
    message: `has an agenda of ${maxBlocks} blocks already, which is the most`,
  }
  assert.deepEqual([full.status, full.body.errors], [400, [ofNote]])
  assert.equal((await item('One more', keys.eve)).status, 403)
  assert.equal((await edit(last.body.action_item.id, 'Changed')).status, 200)
  assert.equal((await world.post('/api/v1/action_item', keys.bo, { text: 'Without a note' })).status, 201)

  const long = maxAgendaBytes - 2 * maxText
  await world.put(markup(`::action-item[${'x'.repeat(long)}]`))
  const [first, second] = [await item('é'.repeat(maxText / 2)), await item('x'.repeat(maxText - 1))]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal((await item('x')).status, 201)
  const over = await item('x')
  const found = `action items and decisions of ${maxAgendaBytes + 1} bytes in this note`
  const message = `makes ${found}; they can have at most ${maxAgendaBytes}`
  assert.deepEqual([over.status, over.body.errors], [400, [{ location: 'body.text', message }]])
  const { id } = second.body.action_item
  assert.equal((await edit(id, 'x'.repeat(maxText))).status, 400)
  assert.equal((await edit(id, 'y'.repeat(maxText - 1))).status, 200)
  assert.equal((await edit(id, 'Short')).status, 200)
  assert.equal((await edit(id, 'x'.repeat(maxText - 1))).status, 200)
})

test('63: decisions that are added one by one have the same limits in an agenda', async () => {
  await world.reset()
  const decide = (text: string) => world.post('/api/v1/decision', keys.bo, { text, note_id: 'n_1' })
  await world.put(markup('- x\n'.repeat(maxBlocks - 1)))
  assert.equal((await decide('The last one')).status, 201)
  const refused = await decide('One more')
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [400, [{ location: 'body.note_id', message: `has an agenda of ${maxBlocks} blocks already, which is the most` }]],
  )
  await world.reset()
  const long = '🙂'.repeat(maxDecisionText)
  const size = Buffer.byteLength(long)
  const count = Math.floor(maxAgendaBytes / (size + 20))
  await world.put(markup(`::decision[${long}]\n`.repeat(count)))
  const { bytes } = (await world.decisions()).reduce(
    (sum, { text }) => ({ bytes: sum.bytes + Buffer.byteLength(text) }),
    { bytes: 0 },
  )
  const room = maxAgendaBytes - bytes
  const more = Math.floor(room / size)
  for (let made = 0; made < more; made++) assert.equal((await decide(long)).status, 201)
  const over = await decide(long)
  const found = `action items and decisions of ${bytes + (more + 1) * size} bytes in this note`
  assert.deepEqual(over.body.errors, [
    { location: 'body.text', message: `makes ${found}; they can have at most ${maxAgendaBytes}` },
  ])
})

test('an agenda that was imported with a larger size can be written back unchanged or smaller', async () => {
  const large = markup(...Array.from({ length: maxBlocks + 2 }, () => `- ${'x'.repeat(210)}`))
  assert(Buffer.byteLength(large) > maxAgendaBytes)
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    notes: [{ id: 'n_large', title: 'x', created_by: 'u_bo', agenda: large }],
  })
  assert.equal(await world.put(large, { note: 'n_large' }), large)
  assert.equal((await world.write(native(`${large}\n- y`), { note: 'n_large' })).status, 400)
  assert.equal((await world.write(native(`${large}y`), { note: 'n_large' })).status, 400)
  assert.equal((await world.write(native('-'), { note: 'n_large', action: '/append' })).status, 400)
  await world.put(large.slice(0, -214), { note: 'n_large' })
})
