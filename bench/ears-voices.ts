/**
 * Real voices for built calls. `VOICE_SAMPLES` is a folder into which these Debian packages were unpacked
 * (`apt-get download PACKAGE; dpkg-deb -x FILE FOLDER`): fillets-ng-data-cs and -nl (lines of actors; the actor is in the
 * file's name), asterisk-core-sounds-en-wav (one announcer), codec2-examples, pocketsphinx-testdata.
 */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hertz } from '../server/making/engines/transcribe/made-formats.ts'
import { wav } from '../test/support/speech-samples.ts'

/** The files of one voice; a long one is cut into lines by its pauses. */
export type Actor = { name: string; files: string[] }

const folder = process.env.VOICE_SAMPLES ?? ''
const share = join(folder, 'usr/share')
const run = promisify(execFile)

/** Silence, tones and monkeys are among the prompts. */
const noSpeech = /silence|beep|-2tone|tt-monkeys\./

/** @returns nobody without VOICE_SAMPLES */
export async function findActors(): Promise<Actor[]> {
  if (!folder) return []
  const fillets = join(share, 'games/fillets-ng/sound')
  const lines = await filesBelow(fillets)
  const actor = (language: string, role: string): Actor => ({
    name: `${language} ${role}`,
    files: lines.filter((file) => new RegExp(`/${language}/[^/-]+-${role}-[^/]+\\.ogg$`).test(file)),
  })
  const prompts = (await filesBelow(join(share, 'asterisk/sounds/en_US_f_Allison'))).filter(
    (file) => !noSpeech.test(file),
  )
  const examples = join(share, 'codec2/wav')
  const novel = await filesBelow(join(share, 'pocketsphinx/test/data/librivox'))
  const wavsOf = (files: string[]) => files.filter((file) => file.endsWith('.wav'))
  return [
    ...['cs', 'nl'].flatMap((language) => [actor(language, 'm'), actor(language, 'v')]),
    { name: 'announcer', files: wavsOf(prompts) },
    { name: 'novel', files: wavsOf(novel) },
    { name: 'cities', files: [wav] },
    { name: 'radio', files: [join(examples, 've9qrp.wav')] },
  ]
}

const filesBelow = async (path: string) =>
  (await readdir(path, { recursive: true })).sort().map((file) => join(path, file))

/** One track with 16 kHz, its loudest tenth at the same level as that of every other file. */
export async function readLine(file: string): Promise<Float32Array> {
  const output = ['-ac', '1', '-ar', String(hertz), '-f', 'f32le', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...output], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
  const loud = loudness(samples)
  return samples.map((sample) => (sample * 0.1) / loud)
}

const frame = hertz / 50

/** The root mean square of frames, of which a tenth are louder. */
export function loudness(samples: Float32Array): number {
  const frames = frameLevels(samples).sort((one, other) => one - other)
  return frames[Math.floor(0.9 * frames.length)] || 1
}

function frameLevels(samples: Float32Array): number[] {
  return Array.from({ length: Math.ceil(samples.length / frame) }, (_, index) => {
    const part = samples.subarray(index * frame, (index + 1) * frame)
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  })
}

/** Cuts a long file at pauses of 0.3 s into lines of 2 to 12 s; silence around a line is left out. */
export function cutLines(samples: Float32Array): Float32Array[] {
  const levels = frameLevels(samples)
  const isSpoken = levels.map((level) => level > 0.005)
  const lines: Float32Array[] = []
  let [from, last] = [-1, -1]
  const end = () => {
    if (from >= 0 && last - from > 0.6 * 50) lines.push(samples.slice(from * frame, (last + 3) * frame))
    from = -1
  }
  for (const [index, spoken] of isSpoken.entries()) {
    if (spoken) {
      if (from < 0) from = index
      last = index
    } else if (from >= 0 && index - last > 15 && last - from > 100) end()
    else if (from >= 0 && index - last > 50) end()
    if (from >= 0 && index - from > 600) end()
  }
  end()
  return lines
}
