/** The inbox: files of a folder become uploads of the people whose folders they lie in (docs/operate/inbox.md). */
import assert from 'node:assert/strict'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { partsOf } from '../server/app/parts-of.ts'
import { backgroundJobs } from '../server/app/worker.ts'
import { NotReady } from '../server/making/inbox/errors.ts'
import { openByName, openFolder } from '../server/making/inbox/open-folder.ts'
import { type InboxDeps, readInbox } from '../server/making/inbox/read-inbox.ts'
import { submitDeps } from '../server/making/inbox/room.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'

const vtt = 'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Bo Lindqvist>I will send the deck to Ada by Friday.\n'
const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let inbox: string
before(async () => {
  inbox = await mkdtemp(join(tmpdir(), 'inbox-'))
  here = await openMediaWorld({
    INBOX_DIR: inbox,
    INBOX_SETTLE_SECONDS: '0',
    LOG_LEVEL: 'info',
    MEDIA_MAX_BYTES: '5000',
    MAX_MEDIA_BYTES_PER_WORKSPACE: '9000',
    BODY_LIMIT_BYTES: '200000',
  })
})
beforeEach(async () => {
  for (const name of await readdir(inbox)) await rm(join(inbox, name), { recursive: true })
  for (const table of ['recordings', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await here.world.db.deleteFrom(table).execute()
  await job('remove-media')
  here.world.logged.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await rm(inbox, { recursive: true })
})

async function drop(path: string, content: string | Buffer | object): Promise<void> {
  await mkdir(dirname(join(inbox, path)), { recursive: true })
  const isText = typeof content === 'string' || content instanceof Buffer
  await writeFile(join(inbox, path), isText ? content : JSON.stringify(content))
}

const job = (wanted: string) =>
  backgroundJobs(here.world.base)
    .find(({ name }) => name === wanted)!
    .run({})
const checkInbox = () => job('read-inbox')

/** The job with other terms, or with something that happens between its two lists of files. */
const checkWith = (more: Partial<InboxDeps>, between: () => Promise<unknown> = async () => {}) => {
  const stopping = new AbortController().signal
  return readInbox({ ...submitDeps(partsOf(here.world.base)), folder: inbox, stopping, ...more }, between as never)
}

/** The files of the inbox, without the folders. */
const files = async () => {
  const entries = await readdir(inbox, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(inbox.length + 1))
    .sort()
}

const uploads = async (key = keys.bo) =>
  (await here.world.post('/api/v1/recordings/upload/list', key, {})).body.uploads.data
const reason = (path: string) => readFile(join(inbox, 'failed', `${path}.txt`), 'utf8')

/** The one recording that came of a check. */
async function taken(key = keys.bo) {
  await checkInbox()
  await here.world.settle()
  const [upload, ...others] = await uploads(key)
  assert.deepEqual([others.length, upload?.status, upload?.failure_reason], [0, 'SUCCESS', null])
  return here.recording(upload.recording_id, key)
}

test('media in a person’s folder become an upload of that person, titled by the file name', async () => {
  await drop('acme/bo@acme.test/Weekly call.mp3', words)
  const recording = await taken()
  assert.equal(recording.title, 'Weekly call')
  assert.match(recording.transcript.speech_segments[0].text, /^Good morning/)
  assert.deepEqual(await files(), ['done/acme/bo@acme.test/Weekly call.mp3'])
  const row = await here.world.db.selectFrom('recording_media').select(['content_type', 'file_name']).execute()
  assert.deepEqual(row, [{ content_type: 'audio/mpeg', file_name: 'Weekly call.mp3' }])
  const [audit] = (await here.world.get('/api/v1/audit_log', keys.ada)).body.data
  assert.deepEqual(
    [audit.action, audit.user_id, audit.key_id, audit.details],
    ['inbox.upload', 'u_bo', null, { recording_id: recording.id }],
  )
  await checkInbox()
  assert.equal((await uploads()).length, 1, 'files in done are ignored')
})

test('captions and JSON, with the fields of a sidecar', async () => {
  await drop('acme/call.vtt', vtt)
  await drop('acme/call.vtt.json', {
    user: 'BO@acme.test',
    title: 'Launch',
    event_guid: guid,
    started_at: '2026-01-05T09:00:10Z',
  })
  const launch = await taken()
  assert.deepEqual([launch.title, launch.note_id, launch.started_at], ['Launch', 'n_1', '2026-01-05T09:00:10.000Z'])
  assert.deepEqual(await files(), ['done/acme/call.vtt', 'done/acme/call.vtt.json'])

  await here.world.db.deleteFrom('uploads').execute()
  await drop('acme/bo@acme.test/Talk.srt', '1\n00:00:00,000 --> 00:00:02,000\nBo: Hello there, everyone.\n')
  assert.equal((await taken()).transcript.speech_segments[0].speaker, 'Bo')
  await here.world.db.deleteFrom('uploads').execute()
  const western = Buffer.from('1\r\n0:00:01,0 --> 0:00:02,0\r\nB\xf8 Larsen: Sch\xf6n \x96 ok\r\n', 'latin1')
  await drop('acme/bo@acme.test/Windows.srt', western)
  const { speaker, text } = (await taken()).transcript.speech_segments[0]
  assert.deepEqual([speaker, text], ['Bø Larsen', 'Schön – ok'])

  const transcript = { language_code: 'en', speech_segments: [{ text: 'Hello.', start_time: 0, end_time: 1 }] }
  for (const content of [transcript, { transcript, title: 'From inside' }, { transcript, user: 'bo@acme.test' }]) {
    await here.world.db.deleteFrom('uploads').execute()
    await drop('acme/bo@acme.test/Talk.json', content)
    assert.equal((await taken()).title, 'title' in content ? 'From inside' : 'Talk')
  }
  // Longer than what is read at once.
  await here.world.db.deleteFrom('uploads').execute()
  const many = Array.from({ length: 1_500 }, (_, at) => ({
    ...transcript.speech_segments[0],
    start_time: at,
    end_time: at,
  }))
  await drop('acme/bo@acme.test/Long.json', { ...transcript, speech_segments: many })
  assert.equal((await taken()).transcript.speech_segments.length, 1_500)
})

test('a time in the name gives time and meeting; a sidecar may give others, or none', async () => {
  for (const [name, title, event, start] of [
    ['2026-01-05T0900Z Weekly.vtt', 'Weekly', guid, '2026-01-05T09:00:00.000Z'],
    ['20260105T084500Z.vtt', '20260105T084500Z', guid, '2026-01-05T08:45:00.000Z'],
    ['2026-01-05 08.44.59Z - Before.vtt', 'Before', null, '2026-01-05T08:44:59.000Z'],
    ['2026-01-05T09-29-59Z.vtt', '2026-01-05T09-29-59Z', guid, '2026-01-05T09:29:59.000Z'],
    ['2026-01-05T09-30-00Z.vtt', '2026-01-05T09-30-00Z', null, '2026-01-05T09:30:00.000Z'],
    ['2026-01-05 0900 Local.vtt', '2026-01-05 0900 Local', null, null],
  ]) {
    await here.world.db.deleteFrom('uploads').execute()
    await drop(`acme/bo@acme.test/${name}`, vtt)
    const recording = await taken()
    assert.deepEqual([recording.title, recording.event_guid, recording.started_at], [title, event, start], name!)
  }
  await here.world.db.deleteFrom('uploads').execute()
  await drop('acme/bo@acme.test/2026-01-05T0900Z Private.vtt.json', { event_guid: null })
  await drop('acme/bo@acme.test/2026-01-05T0900Z Private.vtt', vtt)
  assert.equal((await taken()).event_guid, null)
})

test('of two meetings that begin at the same time neither is chosen', async () => {
  await sql`insert into events (workspace_id, guid, title, starts_at, ends_at, all_day)
    values ('ws_acme', 'twin', 'Twin', '2026-01-05T09:00Z', '2026-01-05T10:00Z', false)`.execute(here.world.db)
  await sql`insert into event_attendees (workspace_id, event_guid, position, email, email_folded, name)
    values ('ws_acme', 'twin', 0, 'bo@acme.test', 'bo@acme.test', 'Bo')`.execute(here.world.db)
  await drop('acme/bo@acme.test/2026-01-05T0900Z Weekly.vtt', vtt)
  assert.equal((await taken()).event_guid, null)
  await sql`delete from events where guid = 'twin'`.execute(here.world.db)
})

test('a refused file is moved to failed, with a sentence beside it', async () => {
  const long = 'x'.repeat(256)
  const cases: [path: string, content: string | Buffer | object, sidecar: unknown, sentence: RegExp][] = [
    ['stray.vtt', vtt, null, /^The file lies in no folder of a workspace\.$/],
    ['nowhere/bo@acme.test/x.vtt', vtt, null, /^Workspace not found\.$/],
    ['acme/who@acme.test/x.vtt', vtt, null, /^No active account in acme is of who@acme\.test\.$/],
    ['acme/cy@acme.test/x.vtt', vtt, null, /^No active account in acme is of cy@acme\.test\.$/],
    ['zeta/bo@acme.test/x.vtt', vtt, null, /^No active account in zeta/],
    ['acme/x.vtt', vtt, null, /^Nothing says whose it is/],
    [
      'acme/bo@acme.test/x.vtt',
      vtt,
      { user: 'ada@acme.test' },
      /^The file lies in the folder of bo@acme\.test, but names ada/,
    ],
    ['acme/bo@acme.test/x.docx', 'x', null, /^A file of this kind is not taken/],
    ['acme/bo@acme.test/noending', 'x', null, /^A file of this kind is not taken/],
    ['acme/bo@acme.test/empty.mp3', '', null, /^The file is empty\.$/],
    [
      'acme/bo@acme.test/large.mp3',
      'x'.repeat(5_001),
      null,
      /^The file has 5001 bytes, and at most 5000 are taken \(MEDIA_MAX_BYTES\)\.$/,
    ],
    ['acme/bo@acme.test/large.vtt', 'x'.repeat(200_001), null, /at most 200000 are taken \(BODY_LIMIT_BYTES\)\.$/],
    ['acme/bo@acme.test/x.vtt', 'no captions', null, /^The text line 1: /],
    [
      'acme/bo@acme.test/x.srt',
      Buffer.from([0xff, 0xfe, 0x41]),
      null,
      /^The text must be text in UTF-8, UTF-16 or Windows-1252\.$/,
    ],
    ['acme/bo@acme.test/x.json', '{"transcript": ', null, /^The file must be JSON: /],
    ['acme/bo@acme.test/x.json', [], null, /^The file must be an object\.$/],
    [
      'acme/bo@acme.test/x.json',
      { transcript: { format: 'vtt', text: vtt }, tilte: 'x' },
      null,
      /^Tilte is no field of an upload\.$/,
    ],
    ['acme/bo@acme.test/x.json', { url: 'https://media.test/x.mp3' }, null, /url is not taken\.$/],
    [
      'acme/bo@acme.test/x.json',
      { transcript: { format: 'vtt', text: vtt }, user: 7 },
      null,
      /^User must be a string\.$/,
    ],
    ['acme/bo@acme.test/x.vtt', vtt, { titel: 'x' }, /^Titel is no field of an upload\.$/],
    ['acme/bo@acme.test/x.vtt', vtt, { title: long }, /^Title must have at most 255 characters\.$/],
    ['acme/bo@acme.test/x.vtt', vtt, { started_at: 'yesterday' }, /^Started_at must be a time that exists/],
    ['acme/bo@acme.test/x.vtt', vtt, 'no JSON', /^Sidecar must be JSON: /],
    ['acme/bo@acme.test/x.mp3', words, { event_guid: 'evt_other' }, /^Event_guid must be an event that you attend\.$/],
    ['acme/bo@acme.test/x.mp3', words, { channel_id: 'ch_ada' }, /^Channel_id must be a channel that you are in\.$/],
    ['acme/bo@acme.test/2026-13-05T0900Z x.vtt', vtt, null, /^Started_at must be a time that exists/],
  ]
  for (const [path, content, sidecar, sentence] of cases) {
    await rm(join(inbox, 'failed'), { recursive: true, force: true })
    await drop(path, content)
    if (sidecar !== null) await drop(`${path}.json`, sidecar as object)
    await checkInbox()
    assert.match((await reason(path)).trim(), sentence, path)
    const beside = sidecar === null ? [] : [`failed/${path}.json`]
    assert.deepEqual(await files(), [`failed/${path}`, ...beside, `failed/${path}.txt`])
  }
  assert.deepEqual(await uploads(), [])
  assert.deepEqual(await here.files(), [], 'no media stay behind')
  assert.equal((await here.world.get('/api/v1/audit_log', keys.ada)).body.data.length, 0)
})

test('a file of the largest size is accepted; a full workspace refuses', async () => {
  await drop('acme/bo@acme.test/largest.mp3', 'x'.repeat(5_000))
  await drop('acme/bo@acme.test/more.mp3', 'x'.repeat(4_001))
  await checkInbox()
  assert.match(
    await reason('acme/bo@acme.test/more.mp3'),
    /^The media of this workspace may take 9000 bytes .* 5000 are used, and 4001 more do not fit\.\n$/,
  )
  await drop('acme/bo@acme.test/fits.mp3', 'x'.repeat(4_000))
  await checkInbox()
  assert.deepEqual((await uploads()).map(({ title }: { title: string }) => title).sort(), ['fits', 'largest'])
})

test('without a transcription service media are refused, transcripts are not', async () => {
  await drop('acme/bo@acme.test/x.mp3', words)
  await drop('acme/bo@acme.test/x.vtt', vtt)
  await checkWith({ transcribes: async () => false })
  assert.match(await reason('acme/bo@acme.test/x.mp3'), /^No transcription service is configured/)
  assert.equal((await uploads()).length, 1)
})

test('a link brings no file out of the inbox, and a pipe does not block it', async () => {
  const secret = join(tmpdir(), `${inbox.split('/').at(-1)}-secret.mp3`)
  await writeFile(secret, words)
  await mkdir(join(inbox, 'acme/bo@acme.test'), { recursive: true })
  await symlink(secret, join(inbox, 'acme/bo@acme.test/link.mp3'))
  await symlink(dirname(secret), join(inbox, 'acme/folder'))
  await drop('acme/bo@acme.test/call.vtt', vtt)
  await symlink(secret, join(inbox, 'acme/bo@acme.test/call.vtt.json'))
  const { execFileSync } = await import('node:child_process')
  execFileSync('mkfifo', [join(inbox, 'acme/bo@acme.test/pipe.mp3')])
  await checkInbox()
  for (const path of [
    'acme/bo@acme.test/link.mp3',
    'acme/folder',
    'acme/bo@acme.test/pipe.mp3',
    'acme/bo@acme.test/call.vtt',
  ])
    assert.match(await reason(path), /^Only files are taken from the inbox: /)
  assert.equal(await readFile(secret, 'utf8'), words, 'what it led to stays')
  assert.deepEqual(await uploads(), [])
  await rm(secret)
})

test('a file that becomes a link between listing and reading is not followed', async () => {
  const path = join(inbox, 'acme/bo@acme.test/call.mp3')
  await drop('acme/bo@acme.test/call.mp3', words)
  const { store, disk } = { store: here.world.base.media, disk: here.world.base.disk }
  const swapping = {
    require: async () => {
      await rename(path, `${path}.part`)
      await symlink(`${path}.part`, path)
    },
    guard: disk.guard.bind(disk),
  }
  await checkWith({ store, disk: swapping as never })
  assert.deepEqual(await uploads(), [])
  assert.deepEqual(
    (await files()).filter((name) => name.startsWith('done')),
    [],
  )
})

test('a folder that becomes a link while a file is taken leads to no file outside, read or moved', async () => {
  const [folder, outside] = [join(inbox, 'acme/bo@acme.test'), `${inbox}-outside`]
  await mkdir(outside)
  await writeFile(join(outside, 'call.vtt'), 'secret')
  await drop('acme/bo@acme.test/call.vtt', vtt)
  const { jobs } = here.world.base
  const swap = async (...sent: Parameters<typeof jobs.send>) => {
    await rename(folder, `${folder}.part`)
    await symlink(outside, folder)
    return jobs.send(...sent)
  }
  await checkWith({ jobs: Object.assign(Object.create(jobs), { send: swap }) })
  assert.equal(await readFile(join(inbox, 'done/acme/bo@acme.test/call.vtt'), 'utf8'), vtt)
  assert.equal(await readFile(join(outside, 'call.vtt'), 'utf8'), 'secret')
  for (const hold of [openFolder, openByName]) {
    await assert.rejects(hold(inbox, ['acme', 'bo@acme.test']), NotReady)
    await using held = await hold(inbox, ['acme', 'bo@acme.test.part'])
    assert.deepEqual(await readdir(held.path), [])
  }
  await rm(outside, { recursive: true })
})

test('an incomplete copy is never taken: not while it grows, under a temporary name, or while it is read', async () => {
  const path = join(inbox, 'acme/bo@acme.test/call.mp3')
  await drop('acme/bo@acme.test/call.mp3', 'a')
  await drop('acme/bo@acme.test/.hidden.mp3', words)
  await drop('acme/bo@acme.test/other.mp3.part', words)
  await drop('acme/bo@acme.test/side.vtt', vtt)
  await drop('acme/bo@acme.test/side.vtt.json', '{')
  const grow = () =>
    Promise.all([appendFile(path, 'b'), writeFile(join(inbox, 'acme/bo@acme.test/side.vtt.json'), '{}')])
  await checkWith({}, grow)
  assert.deepEqual(await uploads(), [], 'neither it nor one whose sidecar is being written')

  const { media: store } = here.world.base
  const write: typeof store.write = async (bytes, signal) => {
    const file = await store.write(bytes, signal)
    await appendFile(path, 'c')
    return file
  }
  await checkWith({ store: { remove: store.remove.bind(store), write } as never })
  assert.deepEqual(
    (await uploads()).map(({ title }: { title: string }) => title),
    ['side'],
  )
  await checkInbox()
  assert.equal((await uploads()).length, 2, 'complete it is')
  await here.world.settle()
  const [{ recording_id }] = (await uploads()).filter(({ title }: { title: string }) => title === 'call')
  assert.equal((await here.recording(recording_id)).transcript.speech_segments[0].text, 'abc')
  assert.deepEqual(await files(), [
    'acme/bo@acme.test/.hidden.mp3',
    'acme/bo@acme.test/other.mp3.part',
    ...['done/acme/bo@acme.test/call.mp3', 'done/acme/bo@acme.test/side.vtt', 'done/acme/bo@acme.test/side.vtt.json'],
  ])
})

test('a sidecar waits for its file, and a file that vanishes is ignored', async () => {
  await drop('acme/bo@acme.test/call.mp3.json', { title: 'Later' })
  await drop('acme/bo@acme.test/gone.mp3', words)
  await checkInbox()
  assert.equal((await uploads()).length, 1)
  await drop('acme/bo@acme.test/gone.mp3', words)
  await checkWith({}, () => rm(join(inbox, 'acme/bo@acme.test/gone.mp3')))
  await drop('acme/bo@acme.test/gone.mp3', words)
  const disk = { require: () => rm(join(inbox, 'acme/bo@acme.test/gone.mp3')), guard: null }
  await checkWith({ disk: disk as never })
  assert.equal((await uploads()).length, 1)
  assert.doesNotMatch(here.world.logged.join(), /could not be taken/)
  await drop('acme/bo@acme.test/call.mp3', words)
  await checkInbox()
  assert.deepEqual((await uploads()).map(({ title }: { title: string }) => title).sort(), ['Later', 'gone'])
})

test('the same name again: the second file is another upload, and both are kept', async () => {
  for (const text of [vtt, vtt.replace('Friday', 'Monday')]) {
    await drop('acme/bo@acme.test/call.vtt', text)
    await drop('acme/bo@acme.test/call.vtt.json', {})
    await checkInbox()
  }
  assert.equal((await uploads()).length, 2)
  const names = ['call (2).vtt', 'call (2).vtt.json', 'call.vtt', 'call.vtt.json']
  assert.deepEqual(
    await files(),
    names.map((name) => `done/acme/bo@acme.test/${name}`),
  )
  for (let times = 0; times < 2; times++) {
    await drop('acme/bo@acme.test/bad.vtt', 'x')
    await checkInbox()
  }
  assert((await files()).includes('failed/acme/bo@acme.test/bad (2).vtt.txt'))
})

test('a second file with a name of the maximum length gets a shortened name, also when both are refused', async () => {
  const unknown = [`${'ü'.repeat(125)}.docx`, `x.${'y'.repeat(253)}`]
  for (const name of unknown) await drop(`acme/bo@acme.test/${name}`, 'x')
  await checkInbox()
  const failed = await files()
  assert.equal(failed.length, 4)
  assert(failed.every((path) => path.startsWith('failed/acme/bo@acme.test/')))
  for (const path of failed.filter((path) => !path.endsWith('.txt')))
    assert.match(await readFile(join(inbox, `${path}.txt`), 'utf8'), /^A file of this kind is not taken/)

  const long = `acme/bo@acme.test/${'n'.repeat(251)}.vtt`
  for (let times = 0; times < 2; times++) {
    await drop(long, vtt)
    await checkInbox()
  }
  const done = (await files()).filter((path) => path.startsWith('done/'))
  assert.deepEqual([done.length, (await files()).length], [2, 6])
  assert(done.every((path) => path.endsWith('.vtt')))
})

test('a crash between the upload and the move repeats nothing', async () => {
  await drop('acme/bo@acme.test/call.mp3', words)
  await drop('acme/bo@acme.test/call.vtt', vtt)
  // The folder cannot be made, as if the process had died before the move.
  await drop('done/acme', '')
  await checkInbox()
  assert.equal((await uploads()).length, 2)
  assert.match(here.world.logged.join(), /could not be taken; it stays/)
  assert.deepEqual(await files(), ['acme/bo@acme.test/call.mp3', 'acme/bo@acme.test/call.vtt', 'done/acme'])
  await rm(join(inbox, 'done/acme'))
  await checkInbox()
  assert.equal((await uploads()).length, 2)
  assert.deepEqual(await files(), ['done/acme/bo@acme.test/call.mp3', 'done/acme/bo@acme.test/call.vtt'])
  assert.equal((await here.files()).length, 1, 'the second copy is gone')
})

test('a meeting that was imported before is taken once, from whichever file', async () => {
  const transcript = { language_code: 'en', speech_segments: [{ text: 'Hello.', start_time: 0, end_time: 1 }] }
  for (const name of ['One', 'Two']) {
    await drop(`acme/bo@acme.test/${name}.json`, { transcript, import: { key: 'call-1' } })
    await checkInbox()
  }
  assert.deepEqual(await files(), ['done/acme/bo@acme.test/One.json', 'done/acme/bo@acme.test/Two.json'])
  assert.equal((await uploads()).length, 1)
})

test('a file that cannot be moved stays one upload, and is copied once', async () => {
  await drop('acme/bo@acme.test/call.mp3', words)
  await drop('acme/bo@acme.test/call.vtt', vtt)
  await drop('done/acme', '')
  let copies = 0
  const { media: store } = here.world.base
  const write: typeof store.write = (bytes, signal) => {
    copies += 1
    return store.write(bytes, signal)
  }
  const counting = { remove: store.remove.bind(store), write } as never
  for (const hours of [0, 20, 20, 20]) {
    here.world.advance({ hours })
    await job('tidy-uploads')
    await checkWith({ store: counting })
  }
  assert.deepEqual([(await uploads()).length, copies], [2, 1])
})

test('two workers on one folder submit each file once', async () => {
  for (let number = 0; number < 6; number++)
    await drop(`acme/bo@acme.test/${number}.${number % 2 ? 'vtt' : 'mp3'}`, number % 2 ? vtt : 'hello there')
  await Promise.all([checkInbox(), checkInbox(), checkInbox()])
  assert.equal((await uploads()).length, 6)
  assert.equal((await files()).length, 6)
  assert.equal((await here.files()).length, 3)
})

test('after a temporary problem a file waits: a frozen workspace, a full disk, a read-only folder', async () => {
  await drop('acme/bo@acme.test/call.mp3', words)
  await sql`insert into frozen_workspaces values ('ws_acme', 'frozen', gen_random_uuid(), ${here.world.base.clock()})`.execute(
    here.world.db,
  )
  await checkInbox()
  await sql`delete from frozen_workspaces`.execute(here.world.db)
  assert.deepEqual(await files(), ['acme/bo@acme.test/call.mp3'])
  here.world.leaveFree(1_073_741_824)
  await checkInbox()
  assert.deepEqual(await files(), ['acme/bo@acme.test/call.mp3'])
  here.world.leaveFree(Number.MAX_SAFE_INTEGER)
  assert.deepEqual([await uploads(), await here.files()], [[], []])
  if (process.getuid?.() !== 0) {
    await chmod(join(inbox, 'acme/bo@acme.test'), 0o500)
    await checkInbox()
    await chmod(join(inbox, 'acme/bo@acme.test'), 0o700)
    assert.deepEqual(await uploads(), [])
  }
  await checkInbox()
  assert.equal((await uploads()).length, 1)
})

test('an unreachable inbox, and a worker that stops, change nothing', async () => {
  await checkWith({ folder: join(inbox, 'nowhere') })
  assert.match(here.world.logged.join(), /A folder of the inbox cannot be read/)
  await drop('acme/bo@acme.test/call.vtt', vtt)
  await checkWith({ stopping: AbortSignal.abort() })
  assert.deepEqual(await uploads(), [])
})
