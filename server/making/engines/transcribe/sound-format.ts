/** Finds the format of media by their first bytes: services decide by the ending of a name, and names may say anything. */
import { open } from 'node:fs/promises'
import type { Media } from '../shared/engines.ts'

const types = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wma: 'audio/x-ms-wma',
  aiff: 'audio/aiff',
  avi: 'video/x-msvideo',
  mpeg: 'video/mpeg',
}
type SoundFormat = keyof typeof types

const headBytes = 512

/** Names the media `recording` with the ending of their format. Media of an unknown format keep name and type. */
export async function nameByBytes(media: Media): Promise<Media> {
  await using file = await open(media.path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const format = formatOf(buffer.subarray(0, bytesRead))
  return format ? { ...media, fileName: `recording.${format}`, contentType: types[format] } : media
}

/** Whether it is WAV with 16 kHz, 16 bits and one or two channels, which programs without a decoder of their own read. */
export async function isPlainWav({ path }: Media): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const head = buffer.subarray(0, bytesRead)
  const at = head.indexOf('fmt ') + 8
  if (formatOf(head) !== 'wav' || at < 8 || at + 16 > head.length) return false
  const isPcm = head.readUInt16LE(at) === 1
  const channels = head.readUInt16LE(at + 2)
  const isUsual = head.readUInt32LE(at + 4) === 16_000 && head.readUInt16LE(at + 14) === 16
  return isPcm && isUsual && (channels === 1 || channels === 2)
}

/** @param endings  of the formats that a service takes */
export const isOneOf = (endings: readonly string[], { fileName }: Media) =>
  endings.some((ending) => fileName.toLowerCase().endsWith(`.${ending}`))

/** @param head  the first bytes of a file, at least 64 if it has them */
export function formatOf(head: Buffer): SoundFormat | null {
  const text = head.toString('latin1')
  const is = (sign: string, at = 0) => text.startsWith(sign, at)
  if (is('RIFF')) return is('WAVE', 8) ? 'wav' : is('AVI ', 8) ? 'avi' : null
  if (is('ftyp', 4)) return formatOfBrand(text.slice(8, 12))
  if (/^.{4}(?:moov|mdat|wide|free|skip|pnot)/s.test(text)) return 'mov'
  if (is('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'webm' : 'mkv'
  const sign = signs.find(([sign]) => is(sign))
  return sign ? sign[1] : formatOfFrame(head)
}

const signs: [string, SoundFormat][] = [
  ['ID3', 'mp3'],
  ['OggS', 'ogg'],
  ['fLaC', 'flac'],
  ['#!AMR', 'amr'],
  ['FORM', 'aiff'],
  ['\x30\x26\xb2\x75', 'wma'],
  ['\x00\x00\x01\xba', 'mpeg'],
]

function formatOfBrand(brand: string): SoundFormat {
  if (brand === 'qt  ') return 'mov'
  if (/^M4[AB]/.test(brand)) return 'm4a'
  return /^3g/.test(brand) ? '3gp' : 'mp4'
}

/** MP3 and AAC may begin with a frame: eleven bits that are set, then the version and layer. */
function formatOfFrame([first, second = 0]: Buffer): SoundFormat | null {
  if (first !== 0xff) return null
  if ((second & 0xf6) === 0xf0) return 'aac'
  return (second & 0xe6) === 0xe2 ? 'mp3' : null
}
