/** The script of docs/use/invitations-by-mail.md that sends the calendar of a mail, as it is pasted from there. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { meeting, openWithDan, sendCalendar } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import type { World } from './support/world.ts'

const skip = spawnSync('python3', ['--version']).status !== 0 && 'python3 is not installed'

let world: World
let folder: string
let script: string
before(async () => {
  world = await openWithDan()
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  const guide = await readFile(new URL('../docs/use/invitations-by-mail.md', import.meta.url), 'utf8')
  script = /```sh\n(#!\/bin\/sh\npython3 -c [\s\S]*?)\n```/.exec(guide)![1]!
  // What it would send.
  await writeFile(join(folder, 'curl'), '#!/bin/sh\nexec cat\n', { mode: 0o755 })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** What the script sends for a mail. */
function sentFor(mail: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  const run = execFile('sh', ['-c', script], { encoding: 'buffer', env }, (error, stdout) =>
    error ? reject(error) : resolve(stdout),
  )
  run.stdin!.end(mail)
  return promise
}

const mailOf = (type: string, body: Buffer | string, encoding = '8bit') =>
  Buffer.concat([
    Buffer.from('From: bo@acme.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n'),
    Buffer.from(`--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n--b\r\nContent-Type: ${type}\r\n`),
    Buffer.from(`Content-Transfer-Encoding: ${encoding}\r\n\r\n`),
    ...[Buffer.from(body), Buffer.from('\r\n--b--\r\n')],
  ])

const title = 'Grüße – “Zoë”'
const invitation = (SUMMARY: string) => calendar('METHOD:REQUEST', meeting({ UID: 'm', SUMMARY }, 'ada', 'bo'))
const western = (text: string) =>
  Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1')

/** Folds the first line with this character after its first byte (RFC 5545, 3.1). */
function foldedInside(text: string, character: string): Buffer {
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(Buffer.from(character)) + 1
  return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
}

const mails: Record<string, Buffer> = {
  'UTF-8 without a charset': mailOf('text/calendar; method=REQUEST', invitation(title)),
  'UTF-8 with another charset': mailOf('text/calendar; charset=iso-8859-1', invitation(title)),
  'a fold inside a character': mailOf('text/calendar; charset=utf-8', foldedInside(invitation(title), 'ß')),
  'a fold inside a character, in base64': mailOf(
    'text/calendar; charset=utf-8',
    foldedInside(invitation(title), '“').toString('base64'),
    'base64',
  ),
  'Windows-1252': mailOf('text/calendar; charset=windows-1252', western(invitation(title))),
  'an unknown charset': mailOf('text/calendar; charset=x-unknown', western(invitation(title))),
  'a charset that is none': mailOf('text/calendar; charset=hex', western(invitation(title))),
  'UTF-16': mailOf(
    'text/calendar; charset=utf-16le',
    Buffer.from(invitation(title), 'utf16le').toString('base64'),
    'base64',
  ),
}

for (const [what, mail] of Object.entries(mails))
  test(`the calendar of a mail arrives in its own words: ${what}`, { skip }, async () => {
    const answer = await sendCalendar(world, await sentFor(mail), keys.adaRegular)
    assert.deepEqual([answer.status, answer.body.problems], [200, []], answer.text)
    const { title: stored } = await world.db
      .selectFrom('events')
      .select('title')
      .where('guid', '=', 'm')
      .executeTakeFirstOrThrow()
    assert.equal(stored, title)
    await world.db.updateTable('events').set({ title: 'Before' }).where('guid', '=', 'm').execute()
  })

test('7-bit charsets are read by their name, and a mail without a calendar sends nothing', { skip }, async () => {
  const japanese = Buffer.from('BEGIN:VCALENDAR\r\nX:\x1b$B2q5D\x1b(B\r\n', 'latin1')
  assert.match(String(await sentFor(mailOf('text/calendar; charset=iso-2022-jp', japanese))), /X:会議/)
  assert.equal((await sentFor(mailOf('text/html', 'Hi'))).length, 0)
})
