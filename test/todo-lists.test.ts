/** To-do lists by CalDAV, with real servers: Radicale, and Xandikos with other answers (decision 68). */
// In a third of the runs: it starts servers of others.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import { keys } from './support/acme.ts'
import {
  type CaldavServer,
  noRadicale,
  noXandikos,
  openRadicale,
  openXandikos,
  passwords,
} from './support/caldav-server.ts'
import { done, ofTodos, openTodoWorld, saying, type TodoWorld } from './support/todo-world.ts'

type Conflict = { kept: string; here: { text: string }; there: { text: string } }

const servers = [
  { name: 'Radicale', skip: noRadicale, open: openRadicale, path: '/bo/todo/' },
  { name: 'Xandikos', skip: noXandikos, open: openXandikos, path: '/bo/calendars/todo/' },
]
for (const { name, skip, open, path } of servers)
  suite(`with ${name}`, { skip }, () => {
    let server: CaldavServer
    let its: TodoWorld
    before(async () => {
      server = await open()
    })
    after(() => server[Symbol.asyncDispose]())
    beforeEach(async () => {
      its = await openTodoWorld(server, path)
    })
    afterEach(() => its[Symbol.asyncDispose]())

    test('open items are in the list, and both sides follow each other', async () => {
      const { status, body, text } = await its.connect({ list: 'work' })
      assert.equal(status, 201, text)
      assert.deepEqual([body.todo.list, body.todo.items, body.todo.last_synced_at], ['Work', 0, null])
      await its.world.settle()
      assert.deepEqual(await its.shown(), ['Call back'])
      const id = await its.add('Rent; the, hall\\', { due_date: '2026-02-01' })
      await its.wake()
      assert.deepEqual(await its.shown(), ['Call back', 'Rent; the, hall\\ (2026-02-01)'])
      assert.equal((await its.state()).items, 2)

      await its.edit(id, { text: 'Rent the ballroom', due_date: '2026-02-03' })
      await its.wake()
      assert.deepEqual(await its.shown(), ['Call back', 'Rent the ballroom (2026-02-03)'])
      await its.act(id, 'complete')
      await its.wake()
      assert.deepEqual(await its.shown(), ['Call back', '[x] Rent the ballroom (2026-02-03)'])

      await its.write('ai_2', done)
      await its.write(id, (file) =>
        saying('Rent the barn')(file)
          .replace(/DUE.*/, 'DUE;VALUE=DATE:20260204')
          .replace('STATUS:COMPLETED', 'STATUS:NEEDS-ACTION'),
      )
      await its.afterwards({ minutes: 5 })
      assert.equal((await its.item('ai_2')).status, 'Done')
      const item = await its.item(id)
      assert.deepEqual([item.text, item.due_date, item.status], ['Rent the barn', '2026-02-04', 'Incomplete'])
      assert.deepEqual((await its.state()).conflicts, [])
      assert.equal((await its.state()).last_problem, null)
    })

    test('what is deleted there is archived here, what is archived here is removed there; a done one stays done', async () => {
      const [kept, archived, finished] = [await its.add('kept'), await its.add('archived'), await its.add('finished')]
      await its.connect()
      await its.world.settle()
      await its.act(finished, 'complete')
      await its.act(archived, 'archive')
      await its.wake()
      assert.deepEqual(await its.shown(), ['Call back', '[x] finished', 'kept'])
      for (const id of [kept, finished]) await server.remove(its.fileOf(id))
      await its.afterwards({ minutes: 5 })
      assert.equal((await its.item(kept)).status, 'Archived')
      assert.equal((await its.item(finished)).status, 'Done')
      await its.act(kept, 'complete', { completed: false })
      await its.edit('ai_2', { assignees: ['u_ada'] })
      await its.wake()
      assert.deepEqual(await its.shown(), ['kept'])
    })

    test('nothing else of the list is touched, and of a to-do only what differs', async () => {
      const other = `${its.path}other.ics`
      const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VTODO\r\nUID:other\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`
      await server.put(other, file)
      const before = (await server.get(other)).headers.etag
      await its.connect()
      await its.world.settle()
      await its.write('ai_2', (file) =>
        file.replace(
          'END:VTODO',
          'CATEGORIES:home\r\nX-COLOR;X-A=1:red\r\nDESCRIPTION:own words\r\nDTSTART;TZID=Europe/Berlin:20260101T080000\r\nDUE;TZID=Europe/Berlin:20260105T170000\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:ring\r\nTRIGGER:-PT1H\r\nEND:VALARM\r\nEND:VTODO',
        ),
      )
      await its.afterwards({ minutes: 5 })
      assert.equal((await its.item('ai_2')).due_date, '2026-01-05')
      await its.edit('ai_2', { due_date: '2026-01-09', text: 'Call them back' })
      await its.wake()
      const { body } = await server.get(its.fileOf('ai_2'))
      for (const line of [
        'CATEGORIES:home',
        'X-COLOR;X-A=1:red',
        'DESCRIPTION:own words',
        'TRIGGER:-PT1H',
        'SUMMARY:Call them back',
        'DUE;TZID=Europe/Berlin:20260109T170000',
      ])
        assert(body.includes(line), `${line} in ${body}`)
      await server.remove(its.fileOf('ai_2'))
      await its.afterwards({ minutes: 5 })
      assert.equal((await server.get(other)).headers.etag, before)
      assert.equal((await server.get(other)).body.includes('SUMMARY:Milk'), true)
    })

    test('of two changes the later one counts, and both are told', async () => {
      const [first, second] = [await its.add('first'), await its.add('second')]
      await its.connect()
      await its.world.settle()
      await its.edit(first, { text: 'first here' })
      await its.write(second, saying('second there'))
      its.world.advance({ minutes: 1 })
      await its.write(first, saying('first there'))
      await its.edit(second, { text: 'second here' })
      await its.act(second, 'complete')
      await its.afterwards({ minutes: 5 })
      assert.deepEqual(await its.shown(), ['Call back', 'first there', '[x] second here'])
      assert.deepEqual([(await its.item(first)).text, (await its.item(second)).text], ['first there', 'second here'])
      const { conflicts } = await its.state()
      const told = conflicts.map(({ kept, here, there }: Conflict) => [kept, here.text, there.text])
      assert.deepEqual(told.sort(), [
        ['here', 'second here', 'second there'],
        ['there', 'first here', 'first there'],
      ])
    })

    test('a lost answer is found again: nothing is doubled and nothing is lost', async () => {
      await its.connect()
      await its.world.settle()
      const id = await its.add('new')
      let left = 1
      const lose = (method: string) => {
        left = 1
        server.state.rewrite = (received, body) => {
          if (received.method === method && left-- > 0) throw new Error('the answer is lost')
          return body
        }
      }
      for (const [method, change, expected] of [
        ['PUT', async () => {}, ['Call back', 'new']],
        ['PUT', () => its.edit(id, { text: 'newer' }), ['Call back', 'newer']],
        ['DELETE', () => its.act(id, 'archive'), ['Call back']],
      ] as const) {
        await change()
        lose(method)
        await its.wake()
        assert((await its.state()).last_problem, method)
        if (method === 'PUT' && expected[1] === 'new') await its.edit(id, { text: 'new again' })
        await its.afterwards({ minutes: 10 })
        assert.equal((await its.state()).last_problem, null)
        const now = expected[1] === 'new' ? ['Call back', 'new again'] : expected
        assert.deepEqual(await its.shown(), now)
      }
      assert.deepEqual((await its.state()).conflicts, [])
      assert.equal((await its.item(id)).status, 'Archived')
    })

    test('a list that is connected again is taken as it is', async () => {
      const id = await its.add('again')
      await its.connect()
      await its.world.settle()
      await its.edit(id, { text: 'still known' })
      assert.equal((await its.connect()).status, 201)
      await its.world.settle()
      assert.equal((await its.world.delete('/api/v1/me/todo', keys.bo)).status, 200)
      assert.equal((await its.world.delete('/api/v1/me/todo', keys.bo)).status, 404)
      assert.deepEqual(await its.shown(), ['Call back', 'still known'])
      its.world.advance({ minutes: 1 })
      await its.act('ai_2', 'complete')
      await its.write(id, saying('changed there'))
      assert.deepEqual(await its.afterwards({ minutes: 10 }), [])
      assert.equal(await its.state(), null)
      await its.connect()
      await its.world.settle()
      assert.deepEqual(await its.shown(), ['[x] Call back', 'changed there'])
      assert.equal((await its.item(id)).text, 'changed there')
    })
  })

suite('with Radicale only', { skip: noRadicale }, () => {
  let server: CaldavServer
  let its: TodoWorld
  before(async () => {
    server = await openRadicale()
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    its = await openTodoWorld(server)
  })
  afterEach(() => its[Symbol.asyncDispose]())

  /** The first time that an item is sent. @param meanwhile  is done before the answer */
  function refuseOnce(id: string, status: number, meanwhile: () => Promise<unknown>): void {
    let isRefused = false
    server.state.answer = async ({ method, path }, response) => {
      if (method !== 'PUT' || path !== its.fileOf(id) || isRefused) return false
      isRefused = true
      await meanwhile()
      response.writeHead(status).end()
      return true
    }
  }

  test('what the assignee may not change is put right there; done counts', async () => {
    const mine = await openTodoWorld(server, '/ada/todo/')
    try {
      await mine.connect({}, keys.ada, 'ada')
      await mine.world.settle()
      assert.deepEqual(await mine.shown(), ['Call back', 'Send the deck (2026-01-09)'])
      const change = (file: string) =>
        done(saying('Call nobody')(file)).replace('END:VTODO', 'DUE;VALUE=DATE:20300101\r\nEND:VTODO')
      await mine.write('ai_2', change, 'u_ada')
      await mine.write('ai_1', saying('Send it'), 'u_ada')
      await mine.afterwards({ minutes: 5 })
      assert.deepEqual(await mine.shown(), ['[x] Call back', 'Send it (2026-01-09)'])
      assert.equal((await mine.item('ai_2')).status, 'Done')
      assert.equal((await mine.item('ai_1', keys.ada)).text, 'Send it')
      const { body } = await server.get(mine.fileOf('ai_1', 'u_ada'), 'ada')
      assert(body.includes('URL:https://minutebook.test/note/n_1'), body)
    } finally {
      await mine[Symbol.asyncDispose]()
    }
  })

  test('an item of all is done in the list when its person has done their part', async () => {
    const id = await its.add('together', { assignees: ['u_bo', 'u_ada'], completion_type: 'all' })
    await its.connect()
    await its.world.settle()
    await its.write(id, done)
    await its.afterwards({ minutes: 5 })
    const item = await its.item(id)
    assert.deepEqual([item.status, item.completed_by], ['Incomplete', ['u_bo']])
    assert.deepEqual(await its.shown(), ['Call back', '[x] together'])
  })

  test('texts and to-dos that cannot be taken are put right or told, and the others go on', async () => {
    const long = 'x'.repeat(1_001)
    const [first, second, third, fourth] = [
      await its.add('first'),
      await its.add('x'.repeat(1_000)),
      await its.add(long),
      await its.add('fourth'),
    ]
    await its.connect()
    await its.world.settle()
    assert.deepEqual((await its.there()).map(({ text }) => text.length).sort(), [1_000, 1_000, 5, 6, 9])
    await its.write(first, saying(''))
    await its.write(second, saying('second'))
    await its.write(third, saying('third'))
    server.state.rewrite = (_received, body) => body.replaceAll('SUMMARY:fourth', 'DUE:soon\nSUMMARY:fourth')
    await its.write(fourth, (file) => file.replace('END:VTODO', 'PRIORITY:1\r\nEND:VTODO'))
    await its.afterwards({ minutes: 5 })
    assert.equal((await its.item(second)).text, 'second')
    assert.equal((await its.item(third)).text, long)
    assert((await its.shown()).includes('first'))
    assert.match(
      (await its.state()).last_problem,
      /^An item could not be compared with the list: its date cannot be read/,
    )
    server.state.rewrite = (_received, body) => body
    await its.edit(fourth, { text: 'fourth again' })
    await its.wake()
    assert((await its.shown()).includes('fourth again'))
    assert.equal((await its.state()).last_problem, null)
  })

  test('what is archived here is removed there, although its date there cannot be read', async () => {
    const id = await its.add('odd')
    await its.connect()
    await its.world.settle()
    server.state.rewrite = (_received, body) => body.replaceAll('SUMMARY:odd', 'DUE:soon\nSUMMARY:odd')
    await its.act(id, 'archive')
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back'], null])
  })

  test('a to-do of more than 262,144 bytes is left alone', async () => {
    const [below, above] = [await its.add('below'), await its.add('above')]
    await its.connect()
    await its.world.settle()
    const padded = (bytes: number) => (file: string) => {
      const grown = done(file).replace('END:VTODO', 'X-PAD:\r\nEND:VTODO')
      return grown.replace('X-PAD:', `X-PAD:${'x'.repeat(bytes - grown.length)}`)
    }
    server.state.rewrite = (received, body) => (received.method === 'REPORT' ? body.replaceAll('&#13;', '') : body)
    await its.write(below, padded(200_000))
    await its.write(above, padded(300_000))
    await its.afterwards({ minutes: 5 })
    assert.deepEqual([(await its.item(below)).status, (await its.item(above)).status], ['Done', 'Incomplete'])
    assert.match((await its.state()).last_problem, /larger than 262144 bytes/)
  })

  test('only what was deleted there one by one is archived: not what another list, a backup or another UID hides', async () => {
    const ids = ['ai_2', ...(await Promise.all(['b', 'c', 'd', 'e'].map((text) => its.add(text))))]
    const open = async () =>
      (await Promise.all(ids.map((id) => its.item(id)))).every(({ status }) => status === 'Incomplete')
    await server.make('/bo/other/', ofTodos, 'bo', 'Other')
    // Another list is connected while the first items are sent.
    let isConnecting = false
    server.state.answer = async ({ method }) => {
      if (method !== 'PUT' || isConnecting) return false
      isConnecting = true
      assert.equal((await its.connect({ list: 'Other' })).status, 201)
      return false
    }
    await its.connect({ list: 'Work' })
    await its.world.settle()
    await its.afterwards({ minutes: 5 })
    server.state.answer = () => false
    assert(await open())
    assert.equal((await its.state()).items, ids.length, 'the other list has them all')
    // A list that has nothing any more: one that says that all were deleted, and one that says nothing.
    const other = (id: string) => its.fileOf(id).replace(its.path, '/bo/other/')
    for (const forget of [{}, { sync_token: null }]) {
      await its.world.db
        .updateTable('todo_accounts')
        .set({ tag: null, ...forget })
        .execute()
      for (const id of ids) await server.remove(other(id))
      await its.afterwards({ minutes: 5 })
      await its.afterwards({ minutes: 5 })
      assert(await open())
      assert.equal((await its.state()).items, ids.length, 'they are put into it again')
    }
    // The file of an item has another UID.
    server.state.rewrite = (_received, body) => body.replaceAll(/UID:[^\r\n]*/g, 'UID:../../ada/x')
    await its.edit('ai_2', { text: 'Call them back' })
    const asked = await its.wake()
    server.state.rewrite = (_received, body) => body
    assert(
      asked.every((request) => !request.includes('ada')),
      asked.join(),
    )
    assert(await open())
    assert.match((await its.state()).last_problem, /its UID is not the one that it was made with/)
    await server.remove('/bo/other/', 'bo')
  })

  test('a to-do is archived, too, where a server leaves out what it does not have', async () => {
    await its.connect()
    await its.world.settle()
    // As SabreDAV 4 does, instead of saying 404.
    server.state.rewrite = ({ method }, body) =>
      method === 'REPORT' && !body.includes('sync-token')
        ? body.replaceAll(/<response><href>[^<]*<\/href><status>[^<]*404[^<]*<\/status><\/response>/g, '')
        : body
    await server.remove(its.fileOf('ai_2'))
    await its.afterwards({ minutes: 5 })
    await its.afterwards({ minutes: 5 })
    server.state.rewrite = (_received, body) => body
    assert.equal((await its.item('ai_2')).status, 'Archived')
    assert.equal((await its.state()).last_problem, null)
  })

  test('an answer that leaves out what the list has just told is not taken for the whole', async () => {
    await its.connect()
    await its.world.settle()
    await its.write('ai_2', saying('Called there'))
    server.state.rewrite = ({ method }, body) =>
      method === 'REPORT' && body.includes('calendar-data') ? body.replace(/<response>.*<\/response>/s, '') : body
    await its.afterwards({ minutes: 5 })
    assert.match((await its.state()).last_problem, /did not give a to-do that it has/)
    server.state.rewrite = (_received, body) => body
    await its.act('ai_2', 'complete')
    await its.afterwards({ minutes: 60 })
    const { text, status } = await its.item('ai_2')
    assert.deepEqual([text, status], ['Called there', 'Done'])
  })

  test('a password that ends, a list that vanishes and a server without room are told, and tried again', async () => {
    await its.connect()
    await its.world.settle()
    const before = passwords.bo!
    await server.changePassword('bo', 'Pq9-Wind-Lake')
    await its.afterwards({ minutes: 5 })
    assert.equal((await its.state()).last_problem, 'The calendar server does not accept the user name and password')
    assert.equal((await its.state()).next_sync_at, '2026-01-10T12:15:00.000Z')
    assert.deepEqual(await its.afterwards({ minutes: 9 }), [])
    assert.notDeepEqual(await its.afterwards({ minutes: 1 }), [])
    assert.equal((await its.state()).next_sync_at, '2026-01-10T12:35:00.000Z')
    await its.connect()
    await its.world.settle()
    assert.equal((await its.state()).last_problem, null)
    await server.changePassword('bo', before)
    await its.connect()

    await its.add('more')
    server.state.answer = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(507).end())
    await its.wake()
    assert.equal((await its.state()).last_problem, 'The calendar server has no room left')
    server.state.answer = () => false
    await its.afterwards({ hours: 1 })
    assert.deepEqual([(await its.state()).last_problem, await its.shown()], [null, ['Call back', 'more']])

    await server.remove(its.path)
    await its.afterwards({ minutes: 5 })
    assert.equal((await its.state()).last_problem, 'The list is not there any more; connect another one')
    await its.add('even more')
    assert.deepEqual(await its.wake(), [], 'a failure says when')
    await server.make(its.path, '', 'bo', 'Work')
    await its.afterwards({ hours: 1 })
    assert.deepEqual(await its.shown(), ['Call back', 'even more', 'more'], 'a new list in place of the old one')
    assert.equal((await its.item('ai_2')).status, 'Incomplete')
  })

  test('a version that a proxy made weak is sent as the strong one, and protects what is there', async () => {
    const weaken = (_received: unknown, body: string) =>
      body.replaceAll(/(getetag>)(?:&quot;|")([^<]*?)(?:&quot;|")(<)/g, '$1W/"$2"$3')
    server.state.rewrite = weaken
    const id = await its.add('weak')
    await its.connect()
    await its.world.settle()
    await its.edit(id, { text: 'still weak' })
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back', 'still weak'], null])
    // What another program writes between our reading and our writing is not lost.
    let isWritten = false
    server.state.answer = async ({ method }) => {
      if (method !== 'PUT' || isWritten) return false
      isWritten = true
      await its.write(id, (file) => file.replace('END:VTODO', 'DUE;VALUE=DATE:20260301\r\nEND:VTODO'))
      return false
    }
    await its.edit(id, { text: 'weak here' })
    await its.wake()
    assert.deepEqual(await its.shown(), ['Call back', 'weak here (2026-03-01)'])
    assert.equal((await its.item(id)).due_date, '2026-03-01')
    await its.act(id, 'archive')
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back'], null])
  })

  test('a server that refuses its own version, or names none, is reported, and nothing is written over it', async () => {
    const id = await its.add('mine')
    await its.connect()
    await its.world.settle()
    // As RFC 9110 has it of a server whose versions are all weak: they match nothing.
    server.state.answer = ({ headers }, response) => Boolean(headers['if-match'] && response.writeHead(412).end())
    await its.edit(id, { text: 'mine here' })
    assert.equal((await its.wake()).filter((each) => each.startsWith('PUT')).length, 1)
    assert.match((await its.state()).last_problem, /refuses to replace the version that it names/)
    assert.deepEqual(await its.shown(), ['Call back', 'mine'])
    server.state.answer = () => false
    await its.edit(id, { text: 'mine again' })
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back', 'mine again'], null])

    server.state.rewrite = (_received, body) => body.replaceAll(/<(\w+:)?getetag>[^<]*<\/(\w+:)?getetag>/g, '')
    await its.edit(id, { text: 'mine at last' })
    await its.wake()
    assert.match((await its.state()).last_problem, /the server does not tell its version/)
    assert.deepEqual(await its.shown(), ['Call back', 'mine again'])
  })

  test('a list that the server moved is told, and nothing in it counts as deleted', async () => {
    await its.connect()
    await its.world.settle()
    await server.make('/bo/moved/', ofTodos, 'bo', 'Moved')
    server.state.answer = ({ path }, response) =>
      path.startsWith(its.path) &&
      Boolean(response.writeHead(308, { location: path.replace(its.path, '/bo/moved/') }).end())
    await its.world.db.updateTable('todo_accounts').set({ sync_token: null, tag: null }).execute()
    await its.afterwards({ minutes: 5 })
    server.state.answer = () => false
    await server.remove('/bo/moved/')
    assert.equal((await its.item('ai_2')).status, 'Incomplete')
    assert.equal((await its.state()).last_problem, 'The server has it at another address now; connect it again')
  })

  test('a list is not compared while its person is not active', async () => {
    await its.connect()
    await its.world.settle()
    const id = await its.add('later')
    await its.world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
    assert.deepEqual(await its.wake(), [])
    assert.deepEqual(await its.afterwards({ minutes: 30 }), [])
    for (const text of ['one', 'two', 'three'])
      await its.world.db.updateTable('action_items').set({ text }).where('id', '=', id).execute()
    const changes = await its.world.db.selectFrom('todo_changes').select('item_id').execute()
    assert.deepEqual(changes, [{ item_id: id }])
    await its.world.db.updateTable('users').set({ active: true }).where('id', '=', 'u_bo').execute()
    await its.afterwards({ minutes: 5 })
    assert((await its.files()).includes(its.fileOf(id)))
  })

  test('a list whose server refuses everything is left after a few', async () => {
    for (let number = 0; number < 10; number++) await its.add(`item ${number}`)
    server.state.answer = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end())
    await its.connect()
    await its.world.settle()
    assert.equal(server.asked().filter((each) => each.startsWith('PUT')).length, 4)
    assert.equal((await its.state()).last_problem, 'The server answered 403')
    server.state.answer = () => false
    await its.afterwards({ minutes: 10 })
    assert.equal((await its.there()).length, 11)
  })

  test('three that a server refuses are told, and not tried again until one side changes', async () => {
    const ids = ['ai_2', await its.add('one'), await its.add('two')]
    server.state.answer = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end())
    await its.connect()
    await its.world.settle()
    const puts = (asked: string[]) => asked.filter((each) => each.startsWith('PUT')).length
    assert.equal(puts(server.asked()), 3)
    assert.equal(
      (await its.state()).last_problem,
      '3 items could not be compared with the list: The server answered 403',
    )
    assert.equal(puts(await its.afterwards({ minutes: 5 })), 0)
    server.state.answer = () => false
    for (const id of ids) await its.edit(id, { text: `again ${id}` })
    await its.wake()
    assert.deepEqual([(await its.there()).length, (await its.state()).last_problem], [3, null])
  })

  test('what changed here before a refusal is recorded is sent too', async () => {
    const id = await its.add('first')
    await its.connect()
    await its.world.settle()
    refuseOnce(id, 413, () => its.edit(id, { text: 'short' }))
    await its.edit(id, { text: 'too long for it' })
    await its.wake()
    assert.deepEqual(await its.shown(), ['Call back', 'first'])
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back', 'short'], null])
  })

  test('what is refused and then taken by the same comparison is there, and followed', async () => {
    refuseOnce('ai_2', 403, () => its.edit('ai_2', { text: 'Call them back' }))
    await its.connect()
    await its.world.settle()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call them back'], null])
    await its.write('ai_2', done)
    await its.afterwards({ minutes: 5 })
    assert.equal((await its.item('ai_2')).status, 'Done')
  })

  test('a refused change that is taken back here is no problem', async () => {
    await its.connect()
    await its.world.settle()
    // The change there lets it be compared first, and the one here again in the same comparison.
    await its.write('ai_2', (file) => file.replace('END:VTODO', 'DUE;VALUE=DATE:20260301\r\nEND:VTODO'))
    await its.edit('ai_2', { text: 'Call them back' })
    refuseOnce('ai_2', 403, () => its.edit('ai_2', { text: 'Call back' }))
    await its.wake()
    assert.deepEqual([await its.shown(), (await its.state()).last_problem], [['Call back (2026-03-01)'], null])
  })

  test('a sign-in that fails says why, and nothing is stored', async () => {
    const refused = async (body: object, key = keys.bo) => {
      const { status, body: answer } = await its.connect(body, key)
      return `${status} ${answer.message}`
    }
    assert.match(
      await refused({ password: 'wrong' }),
      /^422 The calendar server does not accept the user name and password\. iCloud/,
    )
    assert.equal(
      await refused({ url: 'http://127.0.0.1/' }),
      '422 Calendar URL must start with https:// and a host name',
    )
    assert.equal(await refused({ list: 'Home' }), '422 The account has no list of this name; it has “Work”')
    const onBehalf = await its.world.post(
      '/api/v1/me/todo',
      keys.ada,
      { kind: 'caldav', url: server.url(), username: 'bo', password: passwords.bo },
      { headers: { 'x-on-behalf-of': 'u_bo' } },
    )
    assert.equal(onBehalf.status, 403)
    assert.equal(await its.state(), null)
  })
})
