import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newHead } from './markup.ts'
import { Saver, type SaverState, type Text, type Version } from './saver.ts'

const agenda = (...rows: string[]) => newHead + rows.join('\n')
const start = agenda('# Goals', 'First', 'Second', 'Third')

class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

/** A service with one note, a page with one text, and a manual clock. */
function openNote() {
  const service = { title: 'Weekly', markup: start, writes: 0, fails: [] as Error[] }
  const page: Text = { title: 'Weekly', markup: start }
  const states: SaverState['kind'][] = []
  let planned: (() => void) | null = null
  const etag = () => `${service.title} ${service.markup}`
  const version = (): Version => ({ title: service.title, markup: service.markup, etag: etag() })
  const saver = new Saver(version(), {
    read: () => ({ ...page }),
    write: async (change, known) => {
      const failure = service.fails.shift()
      if (failure) throw failure
      if (known !== etag()) throw new Refusal(412)
      service.writes++
      Object.assign(service, change)
      return version()
    },
    readTheirs: async () => version(),
    judge: (error) => (!(error instanceof Refusal) ? 'passing' : error.status === 412 ? 'stale' : error),
    begin: () => {},
    end: () => {},
    adopt: ({ title, markup }) => void Object.assign(page, { title, markup }),
    onMerged: () => {},
    onState: ({ kind }) => void states.push(kind),
    after: (_ms, run) => {
      planned = run
      return () => {
        planned = null
      }
    },
  })
  const write = (change: Partial<Text>) => {
    Object.assign(page, change)
    saver.touch()
  }
  return { saver, service, page, states, write, isPlanned: () => planned !== null }
}

test('text is saved after typing stops, and only if it differs', async () => {
  const { saver, service, write, states } = openNote()
  write({ markup: agenda('# Goals', 'First!') })
  write({ markup: agenda('# Goals', 'First!!') })
  assert.equal(service.writes, 0)
  await saver.flush()
  assert.deepEqual([service.writes, service.markup], [1, agenda('# Goals', 'First!!')])
  assert.deepEqual(states.slice(-2), ['saving', 'saved'])
  write({ markup: agenda('# Goals', 'First!!') })
  await saver.flush()
  assert.equal(service.writes, 1, 'nothing new, nothing sent')
  assert(saver.isClean)
})

test('after a lost connection the save is retried and arrives', async () => {
  const { saver, service, write, isPlanned } = openNote()
  service.fails = [new TypeError('fetch failed'), new TypeError('fetch failed')]
  write({ title: 'Daily' })
  assert.equal(await saver.flush(), false)
  assert.deepEqual([saver.state.kind, isPlanned()], ['waiting', true])
  assert.equal(await saver.flush(), false)
  assert.equal(await saver.flush(), true)
  assert.equal(service.title, 'Daily')
})

test('a rejection is shown and the text stays; the next change is saved again', async () => {
  const { saver, service, page, write } = openNote()
  service.fails = [new Refusal(403)]
  write({ markup: agenda('Mine') })
  assert.equal(await saver.flush(), false)
  assert.deepEqual(saver.state, { kind: 'refused', message: 'refused with 403' })
  assert.equal(page.markup, agenda('Mine'))
  write({ markup: agenda('Mine!') })
  assert.equal(await saver.flush(), true)
})

test('changes by two people in different places are both kept', async () => {
  const { saver, service, page, write } = openNote()
  write({ markup: agenda('# Goals', 'First, mine', 'Second', 'Third') })
  service.markup = agenda('# Goals', 'First', 'Second', 'Third', 'Theirs')
  await saver.flush()
  await saver.flush()
  const both = agenda('# Goals', 'First, mine', 'Second', 'Third', 'Theirs')
  assert.deepEqual([service.markup, page.markup, saver.isClean], [both, both, true])
})

test('after changes by two people in the same place, nothing is sent until the person chooses', async () => {
  for (const choice of ['mine', 'theirs']) {
    const { saver, service, page, write } = openNote()
    write({ markup: agenda('Mine') })
    service.markup = agenda('Theirs')
    assert.equal(await saver.flush(), false)
    assert(saver.state.kind === 'conflict' && saver.state.theirs.markup === agenda('Theirs'))
    assert.equal(await saver.flush(), false)
    assert.deepEqual([page.markup, service.markup], [agenda('Mine'), agenda('Theirs')])
    if (choice === 'mine') await saver.keepMine()
    else saver.takeTheirs()
    const kept = agenda(choice === 'mine' ? 'Mine' : 'Theirs')
    assert.deepEqual([page.markup, service.markup, saver.isClean], [kept, kept, true])
  }
})

test('a refetched version is shown only if no unsaved text would be lost', async () => {
  const { saver, page, write } = openNote()
  const theirs = { title: 'Weekly', markup: agenda('Theirs'), etag: 'other' }
  saver.meet(theirs)
  assert.equal(page.markup, agenda('Theirs'))
  write({ markup: agenda('Mine') })
  saver.meet({ ...theirs, markup: agenda('Theirs again'), etag: 'another' })
  assert.equal(page.markup, agenda('Mine'))
})
