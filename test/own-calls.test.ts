/** The scripts of deploy/own-calls, run as an operator runs them: Jibri's recordings, and Nextcloud Talk's from a WebDAV server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, suite, test } from 'node:test'
import { keys } from './support/acme.ts'
import { openProxy } from './support/cutting-proxy.ts'
import { missing } from './support/installed-program.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { makeMedia, withoutFfmpeg } from './support/real-media.ts'

const pathOf = (name: string) => new URL(`../deploy/own-calls/${name}`, import.meta.url).pathname
const skip =
  missing('curl', 'Debian: apt-get install curl') || missing('jq', 'Debian: apt-get install jq') || withoutFfmpeg

let here: MediaWorld
let proxy: Awaited<ReturnType<typeof openProxy>>
let folder: string
let video: Buffer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-own-calls-'))
  here = await openMediaWorld()
  const speech_segments = [{ speaker: '', text: 'Good morning.', start_time: 0, end_time: 3 }]
  here.world.base.engines = {
    ...here.world.base.engines,
    transcriber: {
      transcribe: async () => ({ transcript: { language_code: 'en', speech_segments }, durationSeconds: 3 }),
    },
  }
  const url = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
  proxy = await openProxy(Number(new URL(url).port))
  if (!skip) video = await readFile((await makeMedia(folder, 'mp4', 3)).path)
})
beforeEach(async () => {
  for (const table of ['uploads', 'upload_sessions'] as const) await here.world.db.deleteFrom(table).execute()
  await here.world.db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  Object.assign(proxy, { isDown: false, cutsAfterBytes: [] })
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const uploads = async () => (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data

async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(pathOf(script), args, { env: { PATH: process.env.PATH!, HOME: folder, ...env } })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)])
  return { said, code }
}

suite('Jibri', { skip }, () => {
  let all: string
  const link = 'https://meet.jit.si/TomAnd%20Jerry'
  beforeEach(async () => {
    all = await mkdtemp(join(folder, 'recordings-'))
    await here.world.db.updateTable('events').set({ call_url: link }).execute()
  })

  /** As Jibri lays out a finished recording: a folder named by a session, in it the file and what is known of the call. */
  async function record(session: string, metadata: object | null, name = 'tomandjerry_2026-01-05-10-00-10.mp4') {
    const own = join(all, session)
    await mkdir(own)
    await writeFile(join(own, name), video)
    if (metadata) await writeFile(join(own, 'metadata.json'), JSON.stringify(metadata))
    return own
  }
  const known = {
    meeting_url: `${link}#config.iAmRecorder=true`,
    participants: [
      { user: { id: '1', name: 'Bo Lindqvist', email: 'bo@acme.test', avatar: '' }, group: 'acme' },
      { user: { id: '2', name: 'A guest', email: 'not an address' } },
      { user: { id: '2', name: 'A guest', email: 'not an address' } },
      { user: null },
      {},
    ],
  }
  const finalize = async (own: string, more: Record<string, string> = {}, key: string = keys.bo) => {
    const settings = join(all, 'jibri.conf')
    await writeFile(settings, `MINUTEBOOK_URL=${proxy.url}/\nMINUTEBOOK_KEY=${key}\n`)
    return run('jibri-finalize.sh', [own], {
      MINUTEBOOK_CONF: settings,
      RETRY_SECONDS: '0 0',
      TZ: 'Europe/Berlin',
      ...more,
    })
  }

  test('a recording becomes a recap in the note of the meeting with its link, called after the room, with who took part', async () => {
    const own = await record('abcdefghijklmnop', known)
    assert.deepEqual(await finalize(own), { said: '', code: 0 })
    await here.world.settle()
    const [upload] = await uploads()
    const made = await here.recording(upload.recording_id)
    assert.deepEqual([made.title, made.started_at, made.note_id], ['Tom And Jerry', '2026-01-05T09:00:10.000Z', 'n_1'])
    const kept = here.world.db.selectFrom('recordings').select('facts').where('id', '=', upload.recording_id)
    const { facts } = await kept.executeTakeFirstOrThrow()
    assert.deepEqual(facts.participants, [
      { name: 'Bo Lindqvist', email: 'bo@acme.test' },
      { name: 'A guest', email: '' },
    ])
    const names = ['metadata.json', 'tomandjerry_2026-01-05-10-00-10.mp4', 'tomandjerry_2026-01-05-10-00-10.mp4.sent']
    assert.deepEqual((await readdir(own)).sort(), names)
    assert.deepEqual(await readFile(join(own, names[1]!)), video)
    assert.deepEqual(await finalize(own), { said: '', code: 0 })
    assert.equal((await uploads()).length, 1, 'once')
  })

  test('while the service is away it stays; the next recording, or a timer, sends it; a call that goes on is left alone', async () => {
    const first = await record('first', known)
    proxy.isDown = true
    const failed = await finalize(first)
    assert.match(failed.said, /first\/.*\.mp4: 502[\s\S]*is not sent yet; it stays here/)
    assert.deepEqual([failed.code, (await uploads()).length], [1, 0])
    proxy.isDown = false
    await record('running', null)
    const second = await record('second', { meeting_url: 'https://meet.jit.si/other', participants: [] })
    assert.deepEqual(await finalize(second), { said: '', code: 0 })
    assert.equal((await uploads()).length, 2)
    await writeFile(join(all, 'running', 'metadata.json'), '{"participants":')
    assert.deepEqual(await finalize(all), { said: '', code: 0 })
    await here.world.settle()
    const titles = (await uploads()).map(({ title }: { title: string }) => title).sort()
    assert.deepEqual(titles, ['Tom And Jerry', 'other', 'tomandjerry_2026-01-05-10-00-10.mp4'])
  })

  test('what was cut off is continued, and a lost answer makes no second recap', async () => {
    const own = await record('cut', known)
    assert(video.length > 20_000)
    proxy.cutsAfterBytes = [10_000, 10_000]
    const cut = await finalize(own)
    assert.equal(cut.code, 0, cut.said)
    assert.match(cut.said, /\.mp4: 000/)
    await here.world.settle()
    const [upload, ...others] = await uploads()
    assert.deepEqual([others, upload.status], [[], 'SUCCESS'])
    const media = await here.recording(upload.recording_id, keys.bo, '?include_media_url=true')
    const url = new URL(media.media_url)
    const stored = await fetch(`${proxy.url}${url.pathname}${url.search}`)
    assert.deepEqual(Buffer.from(await stored.arrayBuffer()), video)
    const [sent] = (await readdir(own)).filter((name) => name.endsWith('.sent'))
    await writeFile(join(own, sent!.replace(/sent$/, 'upload')), upload.recording_id)
    await rm(join(own, sent!))
    assert.deepEqual(await finalize(own), { said: '', code: 0 })
    assert.equal((await uploads()).length, 1)
  })

  test('a wrong key says so and deletes nothing; what has arrived is deleted if wanted', async () => {
    const own = await record('wanted', known)
    const deleting = { DELETE_SENT: 'yes' }
    const refused = await finalize(own, deleting, 'no-key-of-anybody')
    assert.match(refused.said, /wanted\/.*\.mp4: 401 \w+/)
    assert.deepEqual([refused.code, (await readdir(own)).length], [1, 2])
    assert.deepEqual(await finalize(own, deleting), { said: '', code: 0 })
    assert((await readdir(all)).every((name) => name !== 'wanted'))
    assert.equal((await uploads()).length, 1)
  })
})
