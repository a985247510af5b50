/** A service that may restart, a call that plays real speech, and a browser with the extension between them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildApi, type Server } from '../../server/app/api.ts'
import type { Transcriber } from '../../server/making/engines/shared/engines.ts'
import { tokenFor } from './browser.ts'
import { openConsole } from './console-world.ts'
import { type Extension, openExtension } from './extension.ts'
import { freePort } from './free-port.ts'
import { demoMedia } from './speech-samples.ts'
import { waitFor } from './waiting.ts'

const run = promisify(execFile)
const ada = 'ada@acme.test'
/** Settings with which uploads are taken; what reads them is `measuring`. */
const settings = { STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' }

export type Heard = { seconds: number; channels: number; loudness: number[]; longestSilence: number[] }

export type ExtensionWorld = Awaited<ReturnType<typeof openExtensionWorld>>

/** @param wav  what the microphone hears, again and again */
export async function openExtensionWorld(wav: string) {
  const heard: Heard[] = []
  const its = await openConsole(settings)
  const { base } = its.world
  base.engines = { ...base.engines, transcriber: measuring(heard) }
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let service = await listen(base, port)
  const calls = await openCalls()
  const extension = await openExtension(wav, { service: origin, hosts: { [`127.0.0.1:${calls.port}`]: 'jitsi' } })
  const meeting = await addMeetingNow(its.world, `http://127.0.0.1:${calls.port}/weekly`)
  return {
    world: its.world,
    extension,
    heard,
    origin,
    meeting,
    callAt: (host: string, path: string) => `http://${host}:${calls.port}${path}`,
    /** The service stops, and is back after a while. */
    async restart(awayMs: number) {
      await service.close()
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      service = await listen(base, port)
    },
    async [Symbol.asyncDispose]() {
      await extension[Symbol.asyncDispose]()
      calls.close()
      await service.close()
      await its[Symbol.asyncDispose]()
    },
  }
}

/** A tone for the microphone. @returns its file */
export async function writeTone(folder: string): Promise<string> {
  const wav = join(folder, 'tone.wav')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', wav])
  return wav
}

async function listen(base: Parameters<typeof buildApi>[0], port: number): Promise<Server> {
  const server = await buildApi(base)
  await server.api.listen({ port, host: '127.0.0.1' })
  return server
}

/** Any address of it is a page that plays a meeting. */
async function openCalls() {
  const speech = await readFile(demoMedia('price'))
  const server = createServer((request, answer) => {
    if (request.url === '/speech.mp3') return answer.setHeader('content-type', 'audio/mpeg').end(speech)
    answer.setHeader('content-type', 'text/html')
    answer.end('<!doctype html><title>The call</title><audio src="/speech.mp3" autoplay loop></audio>')
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => void server.close() }
}

/** Ada's first meeting with an event is now, and its call is at this address. */
async function addMeetingNow({ db, base }: Awaited<ReturnType<typeof openConsole>>['world'], url: string) {
  const now = base.clock().getTime()
  const note = await db
    .selectFrom('notes as note')
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .innerJoin('event_attendees as invited', (join) =>
      join.onRef('invited.workspace_id', '=', 'note.workspace_id').onRef('invited.event_guid', '=', 'note.event_guid'),
    )
    .select(['note.id', 'note.title', 'note.event_guid', 'note.workspace_id'])
    .where('invited.email', '=', ada)
    .where('event.cancelled_at', 'is', null)
    .orderBy('note.created_at', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('events')
    .set({ starts_at: new Date(now - 60_000), ends_at: new Date(now + 3_600_000), all_day: false, call_url: url })
    .where('workspace_id', '=', note.workspace_id)
    .where('guid', '=', note.event_guid!)
    .execute()
  return { id: note.id, title: note.title }
}

/** As a person does it: signed in already, they connect on the setup page, and allow it on the page of the service. */
export async function pair({ world, origin, extension: { context, page } }: ExtensionWorld): Promise<void> {
  const data = { token: await tokenFor(world, ada) }
  const answer = await context.request.post(`${origin}/api/v1/session`, { data, headers: { origin } })
  assert.equal(answer.status(), 201)
  const setup = await context.newPage()
  await setup.goto(page('setup'))
  const asked = context.waitForEvent('page')
  await setup.getByRole('button', { name: 'Connect', exact: true }).click()
  await (await asked).getByRole('button', { name: 'Allow' }).click()
  await setup.getByText(`Connected with ${origin}`).waitFor()
  await setup.close()
}

/** Records a call for so many seconds while the popup is closed and the service restarts once; ends with its tab. */
export async function recordCall(its: ExtensionWorld, seconds: number): Promise<{ heard: Heard; recorded: number }> {
  const { extension } = its
  const call = await beginCall(its)
  await waitFor(async () => (await secondsOf(extension)) >= seconds / 3)
  await its.restart(2_000)
  await waitFor(async () => (await secondsOf(extension)) >= seconds)
  assert.equal(await extension.badgeOf(call.url()), 'REC')
  const recorded = await secondsOf(extension)
  await call.close()
  await waitFor(async () => (await phasesOf(extension)).every((phase) => phase === 'sent'))
  await its.world.settle()
  return { heard: its.heard.at(-1)!, recorded }
}

/** Begins a recording, and hangs up in a page that shows another address without loading it. */
export async function hangUpInPage(its: ExtensionWorld): Promise<void> {
  const { extension } = its
  await forgetAll(extension)
  const call = await beginCall(its)
  await call.evaluate("history.replaceState({}, '', '/weekly?muted=yes#chat')")
  await waitFor(async () => (await secondsOf(extension)) >= 3)
  assert.deepEqual(await phasesOf(extension), ['recording'], 'it is the same call')
  await call.evaluate("history.pushState({}, '', '/')")
  await waitFor(async () => (await phasesOf(extension)).every((phase) => phase === 'sent'))
  assert.equal(call.isClosed(), false)
  await call.close()
}

/** Begins a recording, whose recorder goes as with a browser that is closed, and is back as in the next one. */
export async function closeInCall(its: ExtensionWorld): Promise<{ heard: Heard; recorded: number }> {
  const { extension } = its
  await forgetAll(extension)
  const call = await beginCall(its)
  await waitFor(async () => (await secondsOf(extension)) >= 3)
  const recorded = await secondsOf(extension)
  await extension.worker.evaluate('chrome.offscreen.closeDocument()')
  await extension.worker.evaluate('chrome.runtime.onStartup.dispatch()')
  await waitFor(async () => (await phasesOf(extension)).join() === 'sent')
  await its.world.settle()
  await call.close()
  return { heard: its.heard.at(-1)!, recorded }
}

/** Records the meeting's call. */
async function beginCall({ extension, meeting, callAt }: ExtensionWorld) {
  const url = callAt('127.0.0.1', '/weekly')
  const call = await extension.context.newPage()
  await call.goto(url)
  await call.bringToFront()
  const popup = await extension.press(url)
  await popup.says(/Call in Jitsi/)
  assert.equal(await popup.evaluate(`document.querySelector('select').selectedOptions[0].textContent`), meeting.title)
  await popup.press('Record')
  await popup.says(/Recording\s+0:0\d/)
  await popup.close()
  return call
}

async function forgetAll(extension: Extension): Promise<void> {
  for (const { id } of await statesOf(extension)) {
    const forget = { to: 'recorder', name: 'act', given: { id, what: 'forget' } }
    await extension.worker.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(forget)})`)
  }
}

type State = { id: string; phase: string; seconds: number }

/** None while there is no recorder. */
const statesOf = ({ worker }: Extension): Promise<State[]> =>
  worker.evaluate(`chrome.runtime
    .sendMessage({ to: 'recorder', name: 'states', given: {} })
    .then((answer) => answer?.value ?? [], () => [])`)
const phasesOf = async (extension: Extension) => (await statesOf(extension)).map(({ phase }) => phase)
const secondsOf = async (extension: Extension) => (await statesOf(extension)).at(-1)?.seconds ?? 0

/** Measures the media as ffmpeg reads them. */
function measuring(heard: Heard[]): Transcriber {
  return {
    async transcribe({ path }) {
      const probe = ['-v', 'error', '-show_entries', 'format=duration:stream=channels', '-of', 'json', path]
      const { format, streams } = JSON.parse((await run('ffprobe', probe)).stdout)
      const each = [0, 1].map(async (channel) => {
        const only = `pan=mono|c0=c${channel}`
        const filter = `${only},silencedetect=noise=-60dB:d=0.2,astats=measure_perchannel=none`
        const { stderr } = await run('ffmpeg', ['-i', path, '-af', filter, '-f', 'null', '-'])
        const silences = [...stderr.matchAll(/silence_duration: (\S+)/g)].map(([, length]) => Number(length))
        const [, loudness] = /RMS level dB: (\S+)/.exec(stderr)!
        return { loudness: Number(loudness), longest: Math.max(0, ...silences) }
      })
      const measured = await Promise.all(each)
      heard.push({
        seconds: Number(format.duration),
        channels: streams[0].channels,
        loudness: measured.map(({ loudness }) => loudness),
        longestSilence: measured.map(({ longest }) => longest),
      })
      const segment = { speaker: 'Ada', text: 'It was recorded.', start_time: 0, end_time: 2 }
      return { transcript: { language_code: 'en', speech_segments: [segment] }, durationSeconds: 4 }
    },
  }
}
