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
  const service = {
    title: 'Weekly',
    markup: start,
    writes: 0,
    refused: 0,
    plans: 0,
    fails: [] as Error[],
    /** Happens once, after a write and before its answer. */
    meanwhile: () => {},
    version: () => version(),
  }
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
      if (known !== etag()) {
        service.refused++
        throw new Refusal(412)
      }
      service.writes++
      Object.assign(service, change)
      const written = version()
      await Promise.resolve()
      service.meanwhile()
      service.meanwhile = () => {}
      return written
    },
    readTheirs: async () => version(),
    judge: (error) => (!(error instanceof Refusal) ? 'passing' : error.status === 412 ? 'stale' : error),
    begin: () => {},
    end: () => {},
    adopt: ({ title, markup }) => void Object.assign(page, { title, markup }),
    onState: ({ kind }) => void states.push(kind),
    after: (_ms, run) => {
      service.plans++
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
  return { saver, service, page, states, write, isPlanned: () => planned !== null, run: () => planned?.() }
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

test('a refetched version is shown, and merged with unsaved text', async () => {
  const { saver, service, page, write } = openNote()
  service.markup = agenda('# Goals', 'First, theirs', 'Second', 'Third')
  saver.meet(service.version())
  assert.equal(page.markup, service.markup)
  write({ markup: agenda('# Goals', 'First, theirs', 'Second, mine', 'Third') })
  service.markup = agenda('# Goals', 'First, theirs again', 'Second', 'Third')
  saver.meet(service.version())
  const both = agenda('# Goals', 'First, theirs again', 'Second, mine', 'Third')
  assert.equal(page.markup, both)
  assert.equal(await saver.flush(), true)
  assert.deepEqual([service.markup, service.refused], [both, 0])
})

test('a version that was fetched during a save is read again after it', async () => {
  const { saver, service, page, write } = openNote()
  write({ markup: agenda('# Goals', 'First, mine', 'Second', 'Third') })
  const saving = saver.flush()
  service.meanwhile = () => {
    service.markup = agenda('# Goals', 'First, mine', 'Second', 'Third, theirs')
    saver.meet(service.version())
  }
  await saving
  await saver.flush()
  assert.equal(page.markup, agenda('# Goals', 'First, mine', 'Second', 'Third, theirs'))
})

test('text is sent while typing goes on, one save at a time', async () => {
  const { saver, service, write, isPlanned, run } = openNote()
  write({ markup: agenda('# Goals', 'F') })
  const { plans } = service
  write({ markup: agenda('# Goals', 'Fi') })
  assert.deepEqual([isPlanned(), service.plans], [true, plans], 'more letters do not put it off')
  run()
  write({ markup: agenda('# Goals', 'Fir') })
  await saver.flush()
  assert.deepEqual([service.writes, service.markup], [2, agenda('# Goals', 'Fir')])
})
