/**
 * Items and a real list with random changes on both sides, lost answers, killed workers, and changes there between our reading and
 * writing: nothing is lost, and nothing is doubled (decision 68). 200 items in `npm run test:deep`.
 */
// In a third of the runs: it starts a server of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keys } from './support/acme.ts'
import { noRadicale, openRadicale } from './support/caldav-server.ts'
import { randomNumbers, seed, tries } from './support/random.ts'
import { done, openTodoWorld, saying } from './support/todo-world.ts'

const foreign = (number: number) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VTODO\r\nUID:own-${number}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:own ${number}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`

/** A text that was written on one side, over the one that was seen there. */
type Written = { text: string; over: string }

test('random changes on both sides, with kills and lost answers', { skip: noRadicale }, async (context) => {
  const items = tries({ suite: 12, deep: 200 })
  const rounds = tries({ suite: 6, deep: 10 })
  const random = randomNumbers(seed)
  const chance = (percent: number) => random.below(100) < percent
  const oneOf = <T>(all: readonly T[]): T => all[random.below(all.length)]!
  await using server = await openRadicale()
  await using its = await openTodoWorld(server)
  const { world } = its
  const written = new Map<string, Written[]>()
  const ended = new Set<string>()
  const counts = { lost: 0, killed: 0, between: 0, here: 0, there: 0, requests: 0 }
  let texts = 0

  for (let number = 0; number < 5; number++) await server.put(`${its.path}own-${number}.ics`, foreign(number))
  const ownBefore = await server.list(its.path)
  const ids: string[] = []
  const add = async () => {
    const id = await its.add(
      `text ${++texts}`,
      chance(30) ? { completion_type: 'all', assignees: ['u_bo', 'u_ada'] } : {},
    )
    written.set(id, [])
    ids.push(id)
  }
  for (let number = 0; number < items; number++) await add()

  const note = (id: string, text: string, over: string) => written.get(id)!.push({ text, over })
  const isThere = async (id: string) => (await its.files()).includes(its.fileOf(id))
  const summary = (file: string) => /SUMMARY:(.*)/.exec(file)![1]!
  const day = () => `2026-0${1 + random.below(9)}-1${random.below(9)}`

  async function changeHere(): Promise<void> {
    counts.here++
    const id = oneOf(ids)
    const item = await its.item(id)
    const kind = random.below(20)
    if (kind === 0 && !ended.has(id)) {
      ended.add(id)
      await its.act(id, 'archive')
    } else if (kind === 1) {
      ended.add(id)
      await its.edit(id, { assignees: item.assignees.length === 0 ? ['u_bo'] : [] })
    } else if (kind < 10) {
      const text = `text ${++texts}`
      note(id, text, item.text)
      await its.edit(id, { text })
    } else if (kind < 14) await its.edit(id, { due_date: chance(20) ? null : day() })
    else if (kind < 19) await its.act(id, 'complete', { completed: chance(60) })
    else await add()
  }

  async function changeThere(id: string, kind = random.below(20)): Promise<void> {
    if (!(await isThere(id))) return
    counts.there++
    if (kind === 0) {
      ended.add(id)
      return void (await server.remove(its.fileOf(id)))
    }
    if (kind < 10) {
      const text = `text ${++texts}`
      return its.write(id, (file) => {
        note(id, text, summary(file))
        return saying(text)(file)
      })
    }
    if (kind < 14)
      return its.write(id, (file) =>
        file.replace(/DUE.*\r?\n/, '').replace('END:VTODO', `DUE;VALUE=DATE:${day().replaceAll('-', '')}\r\nEND:VTODO`),
      )
    if (kind < 17) return its.write(id, done)
    if (kind < 19)
      return its.write(id, (file) =>
        file.replace(/(COMPLETED|PERCENT-COMPLETE):.*\r?\n/g, '').replace(/STATUS:.*/, 'STATUS:NEEDS-ACTION'),
      )
    return its.write(id, (file) =>
      file.includes('CATEGORIES') ? file : file.replace('END:VTODO', 'CATEGORIES:own\r\nEND:VTODO'),
    )
  }

  const idOf = (path: string) => ids.find((id) => its.fileOf(id) === path)
  type Row = Record<string, unknown>
  const readAccount = async () => {
    const { rows } = await sql<Row>`
      select syncing_until, next_sync_at, failures, last_problem, sync_token from todo_accounts
      where workspace_id = 'ws_acme' and user_id = 'u_bo'`.execute(world.db)
    return rows[0]!
  }
  /** The account as a killed worker leaves it. */
  let killed: Row | null = null
  let isQuiet = true
  server.state.answer = async ({ method, path }, response) => {
    counts.requests++
    if (isQuiet) return false
    const id = method === 'PUT' && chance(20) ? idOf(path) : undefined
    if (id && (await isThere(id))) {
      counts.between++
      await changeThere(id, 5)
    }
    if (killed || !chance(3)) return false
    counts.killed++
    killed = await readAccount()
    // Half of the time the request arrives.
    return chance(50) ? Boolean(response.destroy()) : false
  }
  server.state.rewrite = (_received, body) => {
    if (isQuiet || (!killed && !chance(8))) return body
    if (!killed) counts.lost++
    throw new Error('nobody hears the answer')
  }
  const told = new Set<string>()
  async function sync(): Promise<void> {
    await its.wake()
    const { rows } = await sql<{ here: { text: string }; there: { text: string } | null }>`
      select here, there from todo_conflicts where workspace_id = 'ws_acme' and user_id = 'u_bo'`.execute(world.db)
    for (const { here, there } of rows) for (const side of [here, there]) if (side) told.add(side.text)
    if (!killed) return
    // What the worker wrote after it was killed is taken back.
    const own = world.db.updateTable('todo_accounts').where('workspace_id', '=', 'ws_acme')
    await own.set(killed).where('user_id', '=', 'u_bo').execute()
    killed = null
  }

  await its.connect()
  isQuiet = false
  for (let round = 0; round < rounds; round++) {
    await sync()
    for (let each = 0; each < items / 2; each++) {
      world.advance({ seconds: 1 + random.below(3) })
      await (chance(50) ? changeHere() : changeThere(oneOf(ids)))
    }
    world.advance({ minutes: oneOf([5, 20, 60]) })
  }
  isQuiet = true
  killed = null
  for (const _ of ['back-off and lease end', 'what came between', 'nothing more']) {
    await its.afterwards({ hours: 25 })
    await sync()
  }
  const state = await its.state()
  assert.equal(state.last_problem, null)
  const quiet = await its.afterwards({ minutes: 5 })
  assert(
    quiet.every((each) => !/^(PUT|DELETE)/.test(each)),
    `nothing is left to write: ${quiet}`,
  )

  const there = new Map((await its.there()).map((todo) => [todo.uid, todo]))
  const uids = new Map(ids.map((id) => [its.fileOf(id).slice(its.path.length, -'.ics'.length), id]))
  for (const uid of there.keys())
    assert(uids.has(uid) || /^own-\d$/.test(uid) || uid === uidOfCallBack(), `${uid} is of nobody`)
  for (const [uid, id] of uids) {
    const item = await its.item(id, keys.ada)
    const isOwn = item.assignees.some((each: { id: string }) => each.id === 'u_bo') && item.status !== 'Archived'
    const isDone = item.status === 'Done' || (item.completion_type === 'all' && item.completed_by.includes('u_bo'))
    const todo = there.get(uid)
    if (!isOwn) assert.equal(todo, undefined, `${item.text} is not in the list any more`)
    if (isOwn && !isDone) assert(todo, `${item.text} is in the list`)
    if (!todo) continue
    assert.deepEqual([todo.text, todo.due_date, todo.done], [item.text, item.due_date, isDone])
    if (ended.has(id)) continue
    const accounted = new Set([item.text, ...written.get(id)!.map(({ over }) => over), ...told])
    for (const { text } of written.get(id)!)
      assert(accounted.has(text), `${text} of ${id} is lost; it is “${item.text}”`)
  }
  for (const line of ownBefore.body.matchAll(/own-\d\.ics/g)) {
    const number = Number(/\d/.exec(line[0])![0])
    assert((await server.get(`${its.path}${line[0]}`)).body.includes(`SUMMARY:own ${number}`))
  }
  const files = await its.files()
  assert.equal(new Set(files).size, files.length)
  context.diagnostic(JSON.stringify({ items: ids.length, inList: state.items, told: told.size, ...counts }))

  function uidOfCallBack() {
    return its.fileOf('ai_2').slice(its.path.length, -'.ics'.length)
  }
})
