/** Uploads in the console: a file whose connection is cut and whose tab is closed, transcripts, addresses, failures. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { OnProgress } from '../server/making/engines/shared/engines.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { openProxy } from './support/cutting-proxy.ts'
import { readAloud } from './support/media-world.ts'
import { isTrue } from './support/waiting.ts'

let its: ConsoleWorld
let proxy: Awaited<ReturnType<typeof openProxy>>
before(async () => {
  if (noBrowser) return
  its = await openConsole()
  const { base } = its.world
  base.engines = { ...base.engines, transcriber: readAloud }
  proxy = await openProxy(Number(new URL(its.origin).port))
})
afterEach(() => its?.closeTabs())
after(async () => {
  await proxy?.[Symbol.asyncDispose]()
  await its?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const ada = 'ada@acme.test'
const mebibyte = 1_048_576
const name = 'Weekly_call.mp3'
const fileBytes = 12 * mebibyte

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-console-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A file on the disk of the person. */
async function fileOf(name: string, length = fileBytes): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, Buffer.alloc(length, 'Good morning. '))
  return path
}

const openAt = (path: string, baseURL = its.origin) => openSignedIn(its, ada, path, { baseURL })

const uploadsOf = async (page: Page) => {
  const answer = await page.request.post('/api/v1/recordings/upload/list', {
    data: {},
    headers: { origin: new URL(page.url()).origin },
  })
  return (await answer.json()).uploads.data as { recording_id: string; title: string; status: string }[]
}

const unfinished = async (page: Page) =>
  (await (await page.request.get('/api/v1/recordings/upload/tus')).json()).data as {
    recording_id: string
    bytes_arrived: number
  }[]

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

type Chosen = string | { name: string; mimeType: string; buffer: Buffer }

/** Chooses the file and begins to send it. */
async function send(page: Page, chosen: string) {
  await page.locator('input[type=file]').first().setInputFiles(chosen)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

test('an interrupted upload whose tab was closed continues with the same file, and becomes a recap', {
  skip,
}, async () => {
  const first = await openAt('/uploads', proxy.url)
  // Five of 12 MiB arrive; then every connection breaks at once, as in a tunnel.
  proxy.cutsAfterBytes.push(5 * mebibyte, ...Array.from({ length: 10_000 }, () => 1))
  await send(first.page, await fileOf(name))
  await first.page.getByText('waiting for the connection').waitFor()
  await first.page.close({ runBeforeUnload: false })
  proxy.cutsAfterBytes.length = 0
  proxy.cut()

  const page = await first.context.newPage()
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    assert(request.method() !== 'POST' || !request.url().endsWith('/tus'), 'it is not begun anew')
  })
  await page.goto('/uploads')
  await page.getByText(`of ${name} uploaded`, { exact: false }).waitFor()
  const [before] = await unfinished(page)
  assert(before!.bytes_arrived > 0 && before!.bytes_arrived < fileBytes)
  const again = page.getByRole('button', { name: 'Choose the file again' })
  await choose(page, again, await fileOf('Other_call.mp3'))
  await page.getByText('That is a different file.').waitFor()
  await choose(page, again, join(folder, name))
  await rowOf(page, 'Weekly call').getByText('Being processed').waitFor()
  assert.equal(offsets[0], before!.bytes_arrived)
  assert.deepEqual(await unfinished(page), [])
  await its.world.settle()
  await rowOf(page, 'Weekly call').getByText('Ready').waitFor()
  const upload = (await uploadsOf(page)).find(({ title }) => title === 'Weekly call')!
  assert.deepEqual([upload.recording_id, upload.status], [before!.recording_id, 'SUCCESS'])
  await page.getByRole('link', { name: 'Weekly call' }).click()
  await page.waitForURL(`**/recap/${upload.recording_id}`)
  await first.context.close()
})

async function choose(page: Page, button: ReturnType<Page['getByRole']>, chosen: Chosen) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(chosen)
}

test('an upload continues by itself after a broken connection; pausing, resuming, cancelling', { skip }, async () => {
  const { page, context } = await openAt('/uploads', proxy.url)
  proxy.cutsAfterBytes.push(3 * mebibyte)
  await send(page, await fileOf('Short.mp3', 6 * mebibyte))
  await rowOf(page, 'Short').getByText('Being processed').waitFor()
  assert.equal(proxy.cutsAfterBytes.length, 0, 'it was cut')

  // Its pieces are on their way for ever.
  await page.route('**/upload/tus/*', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()))
  const piece = page.waitForRequest((request) => request.method() === 'PATCH')
  await send(page, await fileOf('Given up.mp3'))
  await piece
  await page.getByRole('button', { name: 'Pause Given up' }).click()
  await page.getByText('paused').waitFor()
  await page.getByRole('button', { name: 'Resume Given up' }).click()
  await page.getByText('sending').waitFor()
  assert.equal((await unfinished(page)).length, 1)
  await page.getByRole('button', { name: 'Stop Given up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop upload' }).click()
  await page.getByText('In progress').waitFor({ state: 'detached' })
  assert.deepEqual(await unfinished(page), [])
  await context.close()
})

test('an upload whose library cannot be loaded says so, and is sent when it is resumed', { skip }, async () => {
  const { page, context } = await openAt('/uploads')
  const ofTus = /assets\/browser-(?!name-)/
  await page.route(ofTus, (route) => route.abort())
  await send(page, await fileOf('Unloaded.mp3', mebibyte))
  await rowOf(page, 'Unloaded').getByRole('button', { name: 'Resume Unloaded' }).waitFor()
  await page.unroute(ofTus)
  await page.getByRole('button', { name: 'Resume Unloaded' }).click()
  await rowOf(page, 'Unloaded').getByText('Being processed').waitFor()
  await context.close()
})

test('a pasted transcript joins its meeting and is published; the list says when it is ready', { skip }, async () => {
  const { page, complaints } = await openAt('/uploads?by=transcript')
  await page.getByRole('textbox', { name: 'Title' }).fill('Pasted <script>')
  await page
    .getByRole('textbox', { name: 'Transcript' })
    .fill('Ada Moreau: Good morning.\nBo Lindqvist: I will send the deck by Friday.')
  await page.getByRole('combobox', { name: 'Publish in' }).click()
  await page.getByRole('option', { name: 'Product' }).click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await rowOf(page, 'Pasted').getByText('Being processed').waitFor()
  await its.world.settle()
  await page.getByRole('link', { name: 'Pasted <script>' }).waitFor()
  const { recording_id } = (await uploadsOf(page)).find(({ title }) => title === 'Pasted <script>')!
  const answer = await page.request.get(`/api/v1/recording/${recording_id}`)
  const { recording } = await answer.json()
  assert.deepEqual(
    recording.transcript.speech_segments.map(({ speaker }: { speaker: string }) => speaker),
    ['Ada Moreau', 'Bo Lindqvist'],
  )
  const list = await page.request.post('/api/v1/recordings', {
    data: { filters: { channel_id: 'ch_product', title: 'Pasted' } },
    headers: { origin: its.origin },
  })
  assert.equal((await list.json()).data.length, 1)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('transcript files in any encoding are read by the service, also among recordings; others are refused', {
  skip,
}, async () => {
  const { page } = await openAt('/uploads')
  const cues = (text: string) => Buffer.from(`1\r\n0:00:01,0 --> 0:00:02,0\r\n${text}\r\n`, 'latin1')
  const name = 'Gespr\u00e4ch.srt'
  const files = [{ name, mimeType: '', buffer: cues('B\xf8 Larsen: Sch\xf6ne Gr\xfc\xdfe \x96 ok') }]
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await rowOf(page, 'Gespräch').getByText('Being processed').waitFor()
  await its.world.settle()
  const { recording_id } = (await uploadsOf(page)).find(({ title }) => title === 'Gespräch')!
  const { recording } = await (await page.request.get(`/api/v1/recording/${recording_id}`)).json()
  const segment = { speaker: 'Bø Larsen', text: 'Schöne Grüße – ok', start_time: 1, end_time: 2 }
  assert.deepEqual(recording.transcript.speech_segments, [segment])

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ ...files[0]!, buffer: cues('\xcf\xf0\xe8\xe2\xe5\xf2') }])
  await page.getByText('Gespräch.srt: This file is no text').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Upload', exact: true }).count(), 0)

  await page.goto('/uploads?by=transcript')
  const fromFile = page.getByRole('button', { name: 'From a file' })
  await choose(page, fromFile, files[0]!)
  const box = page.getByRole('textbox', { name: 'Transcript' })
  await isTrue(page, "document.querySelector('textarea').value.includes('Schöne Grüße – ok')")
  const sound = Buffer.from('ID3\0\xff', 'latin1')
  await choose(page, fromFile, { name: 'Call.mp3', mimeType: 'audio/mpeg', buffer: sound })
  await page.getByText('This file is no text').waitFor()
  assert.match(await box.inputValue(), /Bø Larsen/)
})

/** Drops files on the page, as from a folder of the computer. */
async function dropFiles(page: Page, files: Record<string, string>) {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) transfer.items.add(new File([text], name))
    return transfer
  })()`)
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer })
  const place = page.getByText('Drop: recordings, transcripts or calendars')
  await place.dispatchEvent('drop', { dataTransfer })
}

test('what is dropped anywhere goes where it belongs, and is looked at before it is sent', { skip }, async () => {
  const { page, complaints } = await openAt('/uploads?by=address')
  await page.getByRole('textbox', { name: 'Title' }).fill('Half written')
  const calendar = [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//x//y//EN',
      'BEGIN:VEVENT',
      'UID:drop-1',
      'SUMMARY:Dropped meeting',
    ],
    ...['DTSTART:20261201T090000Z', 'DTEND:20261201T093000Z', 'ORGANIZER:mailto:ada@acme.test', 'END:VEVENT'],
    'END:VCALENDAR',
  ]
  await dropFiles(page, {
    'Stand_up.txt': 'Ada Moreau: Good morning.\nBo Lindqvist: Moin.',
    'Team.ics': `${calendar.join('\r\n')}\r\n`,
    'Plan.pdf': '%PDF-1.7',
  })
  await page.getByText('Plan.pdf is not uploaded').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Stand up')
  const words = page.getByRole('textbox', { name: 'Transcript' })
  await words.fill((await words.inputValue()).replace('Moin', 'Hello'))
  await page.getByRole('button', { name: 'Import its meetings' }).click()
  await page.getByText('Import results').waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await rowOf(page, 'Stand up').getByText('Being processed').waitFor()
  await its.world.settle()
  const { recording_id } = (await uploadsOf(page)).find(({ title }) => title === 'Stand up')!
  const { recording } = await (await page.request.get(`/api/v1/recording/${recording_id}`)).json()
  assert.deepEqual(
    recording.transcript.speech_segments.map(({ text }: { text: string }) => text),
    ['Good morning.', 'Hello.'],
  )
  await page.getByRole('button', { name: 'Remove Plan.pdf' }).click()
  await page.getByText('Plan.pdf is not uploaded').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Address' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half written')
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('a refused value is shown at its field, and the text stays', { skip }, async () => {
  const { page } = await openAt('/uploads?by=address')
  await page.getByRole('textbox', { name: 'Title' }).fill('Elsewhere')
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1/call.mp3')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Media URL must start with https://' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Elsewhere')
})

test('an upload that is being transcribed has a bar, its stage and the time left', { skip }, async () => {
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>()
  let tell: OnProgress = () => {}
  const { engines } = its.world.base
  engines.transcriber = {
    async transcribe(media, hints, signal, options) {
      tell = options!.onProgress!
      tell(0.25)
      await finishing
      return readAloud.transcribe(media, hints, signal)
    },
  }
  const { page } = await openAt('/uploads')
  await page.getByText('Your uploads').waitFor()
  const file = { name: 'Long call.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Good morning. '.repeat(50)) }
  const metadata = `title ${Buffer.from('Long call').toString('base64')}`
  const headers = { origin: its.origin, 'tus-resumable': '1.0.0', 'upload-length': String(file.buffer.length) }
  await page.request.post('/api/v1/recordings/upload/tus', {
    data: file.buffer,
    headers: { ...headers, 'upload-metadata': metadata, 'content-type': 'application/offset+octet-stream' },
  })
  const settled = its.world.settle()
  await page.reload()
  await page.getByRole('progressbar', { name: 'Progress of Long call' }).waitFor()
  await page.getByText('Transcribing · 25%', { exact: true }).waitFor()
  tell(0.5)
  await page.getByText('Transcribing · 50% · about 1 min left', { exact: true }).waitFor()
  finish()
  await settled
  await page.getByRole('link', { name: 'Long call' }).waitFor()
  engines.transcriber = readAloud
})

test('an upload that is being processed is stopped, after a question', { skip }, async () => {
  const { page } = await openAt('/uploads')
  await page.getByText('Your uploads').waitFor()
  const transcript = { speech_segments: [{ speaker: 'Ada', text: 'Hm.', start_time: 0, end_time: 1 }] }
  const data = { title: 'Wrong file', transcript }
  await page.request.post('/api/v1/recordings/upload', { data, headers: { origin: its.origin } })
  await page.reload()
  await page.getByRole('button', { name: 'Stop Wrong file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop the upload of Wrong file?' })
  await dialog.getByText('no recap is made of it').waitFor()
  await dialog.getByRole('button', { name: 'Stop upload' }).click()
  await page.getByText('Cancelled by whoever uploaded it.').waitFor()
  await page.getByRole('button', { name: 'Stop Wrong file' }).waitFor({ state: 'detached' })
})

test('the list shows why an upload failed, in one sentence', { skip }, async () => {
  const { page } = await openAt('/uploads')
  await page.getByText('Your uploads').waitFor()
  const transcript = { speech_segments: [{ speaker: 'Ada', text: 'Hm.', start_time: 0, end_time: 1 }] }
  const data = { title: 'Silent', transcript }
  await page.request.post('/api/v1/recordings/upload', { data, headers: { origin: its.origin } })
  const failure_reason = 'The file holds no sound'
  await its.world.db
    .updateTable('uploads')
    .set({ status: 'FAILED', failure_reason })
    .where('title', '=', 'Silent')
    .execute()
  await page.reload()
  await page.getByText(failure_reason).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Ready' }).click()
  await page.waitForURL('**/uploads?status=SUCCESS')
  await page.getByText(failure_reason).waitFor({ state: 'detached' })
  await page.goto('/uploads?by=transcript&status=FAILED&title=silent')
  await page.getByText(failure_reason).waitFor()
  await page.getByRole('button', { name: 'Remove filter: Failed' }).click()
  await page.waitForURL('**/uploads?title=silent&by=transcript')
})
