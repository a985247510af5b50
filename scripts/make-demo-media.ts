/**
 * Writes demo/media/, so that there is something to hear in the demo: three meetings of demo/world.json, read aloud by espeak-ng, each
 * turn by the voice of its speaker and at its time:
 *
 *     sudo apt-get install espeak-ng ffmpeg
 *     npx node scripts/make-demo-media.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spoken } from './demo/spoken.ts'

const demo = join(import.meta.dirname, '../demo')
const voices = ['en-gb+m3', 'en-us+f3', 'en-gb-scotland+m7', 'en-us+f5', 'en-gb-x-rp+m1', 'en-us+m4']
const [hertz, wordsPerMinute] = [22_050, 175]
const raw = ['-f', 's16le', '-ar', `${hertz}`, '-ac', '1']

type Segment = { start_time: number; end_time: number; speaker: string; text: string }
type Recording = { id: string; transcript: { speech_segments: Segment[] } }

const scratch = mkdtempSync(join(tmpdir(), 'demo-media-'))
const recordings: Recording[] = JSON.parse(readFileSync(join(demo, 'world.json'), 'utf8')).workspaces[0].recordings
mkdirSync(join(demo, 'media'), { recursive: true })
for (const [id, { file }] of Object.entries(spoken)) {
  const recording = recordings.find((each) => each.id === id)!
  writeFileSync(join(scratch, 'whole.raw'), readAloud(recording.transcript.speech_segments))
  const out = join(demo, 'media', file)
  ffmpeg(...raw, '-i', 'whole.raw', '-ar', '16000', '-b:a', '16k', '-f', 'mp3', out)
  process.stdout.write(`${out}\n`)
}
rmSync(scratch, { recursive: true })

/** @returns samples of 16 bits */
function readAloud(segments: Segment[]): Buffer {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))]
  const whole = Buffer.alloc(at(segments.at(-1)!.end_time))
  for (const { text, speaker, start_time, end_time } of segments) {
    const voice = voices[speakers.indexOf(speaker) % voices.length]!
    say(voice, text)
    const room = at(end_time) - at(start_time)
    // Nobody is cut off: who speaks too slowly for the transcript is hurried.
    const hurry = Math.max(1, readFileSync(join(scratch, 'turn.raw')).length / room)
    ffmpeg(...raw, '-i', 'turn.raw', '-af', `atempo=${hurry.toFixed(4)}`, ...raw, 'fitted.raw')
    readFileSync(join(scratch, 'fitted.raw')).copy(whole, at(start_time), 0, room)
  }
  return whole
}

function say(voice: string, text: string): void {
  execFileSync('espeak-ng', ['-v', voice, '-s', `${wordsPerMinute}`, '-w', join(scratch, 'turn.wav'), '--', text])
  ffmpeg('-i', 'turn.wav', ...raw, 'turn.raw')
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: scratch })
}

/** The byte of a moment; a sample has two. */
function at(seconds: number): number {
  return Math.round(seconds * hertz) * 2
}
