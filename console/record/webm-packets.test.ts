import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { samplesOf } from './ogg-opus.ts'
import { WebmPackets } from './webm-packets.ts'

/** What Firefox 153 recorded from its pretended microphone: a second, whose one track has the number 2. */
const firefox = new Uint8Array(await readFile(new URL('../../test/support/firefox-microphone.webm', import.meta.url)))

function read(bytes: Uint8Array, step: number) {
  const reader = new WebmPackets()
  const packets: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += step) packets.push(...reader.read(bytes.slice(at, at + step)))
  return { head: reader.head!, packets }
}

test('the packets of Firefox are read, however its bytes arrive', () => {
  const { head, packets } = read(firefox, firefox.length)
  assert.equal(new TextDecoder().decode(head.slice(0, 8)), 'OpusHead')
  const seconds = packets.reduce((sum, packet) => sum + samplesOf(packet), 0) / 48_000
  assert(seconds > 0.9 && seconds < 1.2, `${seconds}`)
  assert.deepEqual(read(firefox, 7), { head, packets })
})

test('a second track is refused', () => {
  const other = new Uint8Array([0xa3, 0x85, 0x83, 0, 0, 0x80, 0xf8])
  assert.throws(
    () => new WebmPackets().read(new Uint8Array([0xa3, 0x85, 0x82, 0, 0, 0x80, 0xf8, ...other])),
    /one track/,
  )
})
