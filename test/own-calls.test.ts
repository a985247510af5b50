/** The scripts of deploy/own-calls, run as an operator runs them: Jibri's recordings, and Nextcloud Talk's from a WebDAV server. */
// In a third of the runs: it starts processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, suite, test } from 'node:test'
import { partsOf } from '../server/app/parts-of.ts'
import { readInbox } from '../server/making/inbox/read-inbox.ts'
import { submitDeps } from '../server/making/inbox/room.ts'
import { EngineError } from '../server/platform/errors.ts'
import { keys } from './support/acme.ts'
import { openProxy } from './support/cutting-proxy.ts'
import { freePort } from './support/free-port.ts'
import { missing } from './support/installed-program.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { makeMedia, withoutFfmpeg } from './support/real-media.ts'
import { waitFor } from './support/waiting.ts'

const pathOf = (name: string) => new URL(`../deploy/own-calls/${name}`, import.meta.url).pathname
const skip =
  missing('curl', 'Debian: apt-get install curl') || missing('jq', 'Debian: apt-get install jq') || withoutFfmpeg
const davModule = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'
const withoutDav =
  !existsSync(davModule) && 'nginx has no WebDAV (Debian: apt-get install nginx libnginx-mod-http-dav-ext)'

let here: MediaWorld
let proxy: Awaited<ReturnType<typeof openProxy>>
let folder: string
let video: Buffer
/** For the transcriber. */
let isUnreadable = false
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-own-calls-'))
  here = await openMediaWorld()
  const speech_segments = [{ speaker: '', text: 'Good morning.', start_time: 0, end_time: 3 }]
  here.world.base.engines = {
    ...here.world.base.engines,
    transcriber: {
      transcribe: async () => {
        if (isUnreadable) throw new EngineError('It has no sound', { retryable: false })
        return { transcript: { language_code: 'en', speech_segments }, durationSeconds: 3 }
      },
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
  isUnreadable = false
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
    const many = Array.from({ length: 400 }, (_, each) => ({ user: { name: `Guest ${each} of “a large call”` } }))
    const second = await record('second', { meeting_url: 'https://meet.jit.si/other', participants: many })
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

  test('a wrong key says so and deletes nothing; if wanted, what became a recap is deleted, and nothing else', async () => {
    const own = await record('wanted', known)
    const second = 'tomandjerry_2026-01-05-10-20-00.mp4'
    await writeFile(join(own, second), video)
    const deleting = { DELETE_SENT: 'yes' }
    const refused = await finalize(own, deleting, 'no-key-of-anybody')
    assert.match(refused.said, /wanted\/.*\.mp4: 401 \w+/)
    assert.deepEqual([refused.code, (await readdir(own)).length], [1, 3])
    assert.deepEqual(await finalize(own, deleting), { said: '', code: 0 })
    assert.equal((await readdir(own)).length, 5, 'it may yet fail')
    isUnreadable = true
    await here.world.settle()
    assert.deepEqual(
      (await uploads()).map(({ status }: { status: string }) => status),
      ['FAILED', 'FAILED'],
    )
    const failed = await finalize(all, deleting)
    assert.match(failed.said, /wanted\/.*\.mp4: no recap was made of it: .+; it stays here\n/)
    assert.deepEqual([failed.code, (await readdir(own)).length], [0, 7])
    assert.deepEqual(await finalize(all, deleting), { said: '', code: 0 }, 'it is said once')
    assert.deepEqual(await readFile(join(own, second)), video)
    // Who wants to try again removes what is beside the file.
    isUnreadable = false
    for (const name of ['sent', 'failed']) await rm(join(own, `${second}.${name}`))
    assert.deepEqual(await finalize(all, deleting), { said: '', code: 0 })
    await here.world.settle()
    assert.deepEqual(await finalize(all, deleting), { said: '', code: 0 })
    assert.deepEqual((await readdir(own)).sort(), [
      'metadata.json',
      ...['', '.failed', '.sent'].map((end) => `tomandjerry_2026-01-05-10-00-10.mp4${end}`),
    ])
    for (const name of ['sent', 'failed']) await rm(join(own, `tomandjerry_2026-01-05-10-00-10.mp4.${name}`))
    assert.equal((await finalize(all, deleting)).code, 0)
    await here.world.settle()
    assert.deepEqual(await finalize(all, deleting), { said: '', code: 0 })
    assert((await readdir(all)).every((name) => name !== 'wanted'))
    assert.equal((await uploads()).length, 4)
    const unknown = await record('unknown', known)
    assert.equal((await finalize(unknown)).code, 0)
    await here.world.db.deleteFrom('uploads').execute()
    const kept = await finalize(all, deleting)
    assert.match(kept.said, /unknown\/.*\.mp4: no recap was made of it: \w.+; it stays here\n$/)
    assert.deepEqual([kept.code, (await readdir(unknown)).length], [0, 4])
  })

  test('whoever opens a room names it: long names are cut, and no sign in them means anything', async () => {
    const rooms = [`${'%F0%9F%98%80'.repeat(300)}`, 'x'.repeat(255), 'a%00%0A%1Bb%', '$(id)`id`"\'\\', '%E2%82']
    for (const [each, room] of rooms.entries())
      await record(`s${each}`, { meeting_url: `https://meet.jit.si/${room}` }, `{a,b}[1-3] %41\n$(id)_${each}.mp4`)
    assert.deepEqual(await finalize(all), { said: '', code: 0 })
    const titles = new Set((await uploads()).map(({ title }: { title: string }) => title))
    assert.deepEqual(titles, new Set(['😀'.repeat(255), 'x'.repeat(255), 'ab%', `$(id)\`id\`"'`, '\ufffd']))
  })

  test('while another run sends, a recording does not keep Jibri waiting; the timer sends it', async () => {
    const own = await record('second', known)
    const other = spawn('flock', [join(all, '.minutebook.lock'), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
    other.stdin.write('locked')
    await once(other.stdout, 'data')
    const left = await finalize(own)
    assert.deepEqual(left, { said: 'minutebook: another run is under way; the timer sends what it leaves\n', code: 0 })
    other.stdin.end()
    await once(other, 'exit')
    assert.deepEqual([await finalize(all), (await uploads()).length], [{ said: '', code: 0 }, 1])
  })
})

suite('Nextcloud Talk', { skip: skip || withoutDav }, () => {
  /** As Nextcloud lays out recordings of a person: a folder for each conversation, called by its token. */
  let root: string
  let inbox: string
  let own: string
  let cloud: Cloud
  before(async () => {
    root = await mkdtemp(join(folder, 'cloud-'))
    cloud = await startCloud(root)
  })
  after(() => cloud?.stop())
  beforeEach(async () => {
    inbox = await mkdtemp(join(folder, 'in [a-z]*?-'))
    own = join(inbox, 'acme', 'bo@acme.test')
    await mkdir(own, { recursive: true })
    await rm(join(root, 'remote.php'), { recursive: true, force: true })
    cloud.rooms = new Map([['x7k2mnq9', 'Weekly / Team’s “café”']])
    cloud.failing = false
  })

  const folderOf = (token: string) => join(root, 'remote.php/dav/files/Bo Lindqvist/Talk/Recording', token)
  async function store(token: string, name: string, bytes = video) {
    await mkdir(folderOf(token), { recursive: true })
    await writeFile(join(folderOf(token), name), bytes)
  }
  const bring = async (more: Record<string, string> = {}) => {
    const settings = join(inbox, 'bo.conf')
    const given = {
      NEXTCLOUD_URL: `${cloud.url}/`,
      NEXTCLOUD_USER: 'Bo Lindqvist',
      NEXTCLOUD_PASSWORD: 'pa"ss\\word',
      INBOX: own,
      RECORDED_IN: 'Europe/Berlin',
      ...more,
    }
    const lines = Object.entries(given).map(([name, value]) => `${name}='${value}'\n`)
    await writeFile(settings, lines.join(''))
    return run('nextcloud-talk.sh', [settings], {})
  }
  const there = async () => (await readdir(own)).filter((name) => !name.startsWith('.')).sort()
  /** The inbox takes what is there. */
  async function readInboxOnce() {
    const stopping = new AbortController().signal
    await readInbox({ ...submitDeps(partsOf(here.world.base)), folder: inbox, stopping, settleSeconds: 0 } as never)
    await here.world.settle()
  }

  test('a recording becomes a recap of the meeting of then, called after the conversation, once', async () => {
    await store('x7k2mnq9', 'Recording 2026-01-05 10-00-10.webm')
    await store('x7k2mnq9', 'Recording 2026-01-05 10-00-10 intervals.json', Buffer.from('{}'))
    await store('x7k2mnq9', 'Recording 2026-01-05 10-00-10 - summary.md', Buffer.from('x'))
    assert.deepEqual(await bring(), { said: '', code: 0 })
    const [file, ...others] = await there()
    assert.deepEqual([file, others], ['2026-01-05T090010Z Weekly - Team’s “café”.webm', []])
    assert.equal((await stat(join(own, file!))).mode & 0o077, 0, 'nobody else on the machine reads it')
    await readInboxOnce()
    const [upload] = await uploads()
    const made = await here.recording(upload.recording_id)
    assert.deepEqual(
      [made.title, made.started_at, made.note_id],
      ['Weekly - Team’s “café”', '2026-01-05T09:00:10.000Z', 'n_1'],
    )
    assert.deepEqual(await bring(), { said: '', code: 0 })
    assert.deepEqual(await there(), [])
    await store('another1', `Recording 2026-01-06 10-00-10\n[1-2]{a,b}"'$(id)\`.ogg`)
    assert.deepEqual(await bring(), { said: '', code: 0 })
    assert.deepEqual(await there(), ['2026-01-06T090010Z Nextcloud Talk.ogg'], 'a conversation that is gone')
  })

  test('two of one name both arrive; what is deleted there is forgotten; older ones stay', async () => {
    cloud.rooms.set('y8', 'Weekly').set('z9', 'Weekly')
    const name = 'Recording 2026-01-05 10-00-10.webm'
    await store('y8', name)
    await store('z9', name)
    await store('z9', 'Recording 2025-12-31 10-00-10.webm')
    const since = { SINCE: '2026-01-01' }
    assert.equal((await bring(since)).code, 0)
    assert.deepEqual(await there(), ['2026-01-05T090010Z Weekly.webm'])
    await rm(folderOf('y8'), { recursive: true })
    await rm(folderOf('z9'), { recursive: true })
    await rm(join(own, '2026-01-05T090010Z Weekly.webm'))
    await store('x7k2mnq9', 'Recording 2025-12-30 10-00-10.webm')
    assert.equal((await bring(since)).code, 0)
    assert.deepEqual(await there(), ['2026-01-05T090010Z Weekly.webm'])
    assert.equal((await bring(since)).code, 0)
    const taken = await readFile(join(own, '.talk-taken'), 'utf8')
    assert.match(taken, /^\S*\/x7k2mnq9\/Recording\S*2025-12-30\S*\n$/)
  })

  test('an answer that is cut off is no answer: half a recording is not taken, and none is forgotten', async () => {
    const name = 'Recording 2026-01-05 10-00-10.webm'
    await store('x7k2mnq9', name)
    const through = await openProxy(Number(new URL(cloud.url).port))
    const cutting = (...bytes: number[]) => {
      through.endsAnswersAfterBytes = bytes
      return bring({ NEXTCLOUD_URL: through.url })
    }
    const whole = Infinity
    const half = await cutting(whole, whole, whole, video.length / 2)
    assert.match(half.said, /Recording%202026\S*: 000/)
    assert.deepEqual([half.code, await there()], [1, []])
    assert.equal((await bring()).code, 0)
    const [taken] = await there()
    assert.deepEqual(await readFile(join(own, taken!)), video)
    await rm(join(own, taken!))
    const cut = await cutting(whole, 600)
    assert.match(cut.said, /x7k2mnq9\/: 000/)
    assert.deepEqual([cut.code, await bring(), await there()], [1, { said: '', code: 0 }, []])
    await through[Symbol.asyncDispose]()
  })

  test('while another run is under way, the next one does not wait', async () => {
    await store('x7k2mnq9', 'Recording 2026-01-05 10-00-10.webm')
    const other = spawn('flock', [join(own, '.talk-lock'), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
    other.stdin.write('locked')
    await once(other.stdout, 'data')
    assert.deepEqual([await bring(), await there()], [{ said: '', code: 0 }, []])
    other.stdin.end()
    await once(other, 'exit')
    const both = await Promise.all([bring(), bring()])
    assert.deepEqual([both, (await there()).length], [Array(2).fill({ said: '', code: 0 }), 1])
  })

  test('while Nextcloud fails nothing is lost or doubled, whenever the script is killed; a wrong password is said', async () => {
    await store('x7k2mnq9', 'Recording 2026-01-05 10-00-10.webm')
    const refused = await bring({ NEXTCLOUD_PASSWORD: 'wrong' })
    assert.match(refused.said, /Talk\/Recording\/: 401[\s\S]*not everything came; the next run goes on/)
    assert.equal(refused.code, 1)
    cloud.failing = true
    const failed = await bring()
    assert.match(failed.said, /the conversation x7k2mnq9: 503/)
    assert.deepEqual([failed.code, await there()], [1, []])
    cloud.failing = false
    // A run that was killed when the file was complete, and another when it counted as taken.
    assert.equal((await bring()).code, 0)
    const path = await readFile(join(own, '.talk-taken'), 'utf8')
    const ready = join(own, '.talk-ready', createHash('sha256').update(path.trim()).digest('hex').slice(0, 32))
    await mkdir(ready)
    const [name] = await there()
    for (const state of ['', path]) {
      await rename(join(own, name!), join(ready, name!))
      await writeFile(join(ready, '.path'), path)
      await writeFile(join(own, '.talk-taken'), state)
      cloud.failing = state === ''
      if (cloud.failing) assert.deepEqual([(await bring()).code, await there()], [1, []], 'it may be half of it')
      cloud.failing = false
      assert.deepEqual(await bring(), { said: '', code: 0 })
      assert.deepEqual([await there(), await readdir(join(own, '.talk-ready'))], [[name], []])
      await mkdir(ready)
    }
    assert.deepEqual(await readFile(join(own, name!)), video)
  })
})

type Cloud = { url: string; rooms: Map<string, string>; failing: boolean; stop(): Promise<void> }

/** Debian's nginx with WebDAV, which asks for a password as Nextcloud does; it passes requests for conversations on. */
async function startCloud(root: string): Promise<Cloud> {
  const cloud: Cloud = { url: '', rooms: new Map(), failing: false, stop: async () => {} }
  const api = createServer(({ url }, response) => {
    const token = /\/api\/v4\/room\/(\w+)$/.exec(url!)?.[1]
    const displayName = cloud.rooms.get(token ?? '')
    response.statusCode = cloud.failing ? 503 : displayName === undefined ? 404 : 200
    response.end(JSON.stringify({ ocs: { data: { displayName } } }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const port = await freePort()
  const password = createHash('sha1').update('pa"ss\\word').digest('base64')
  const home = await mkdtemp(join(folder, 'nginx-'))
  await writeFile(join(home, 'users'), `Bo Lindqvist:{SHA}${password}\n`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  await writeFile(
    join(home, 'nginx.conf'),
    `load_module ${davModule}; user root; daemon off; worker_processes 1; pid ${home}/pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; auth_basic cloud; auth_basic_user_file ${home}/users;
      location /remote.php/dav/ { root ${root}; dav_ext_methods PROPFIND; }
      location /ocs/ { proxy_pass http://127.0.0.1:${(api.address() as AddressInfo).port}; } } }`,
  )
  const nginx = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-p', home, '-e', 'stderr'], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  })
  const ended = once(nginx, 'exit')
  cloud.url = `http://127.0.0.1:${port}`
  await waitFor(() =>
    fetch(cloud.url).then(
      () => true,
      () => false,
    ),
  )
  cloud.stop = async () => {
    nginx.kill('SIGTERM')
    await ended
    api.close()
    await once(api, 'close')
  }
  return cloud
}
