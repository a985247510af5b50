/** Reads the name of a file in the inbox: its kind, its title, and when the recording began. *Pure.* */
import { cutShort } from '../../platform/text.ts'

export type Kind = 'media' | 'vtt' | 'srt' | 'json'

/** Content types of media by file extension. */
const mediaTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wma: 'audio/x-ms-wma',
  amr: 'audio/amr',
  aiff: 'audio/aiff',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  ogv: 'video/ogg',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  '3gp': 'video/3gpp',
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** null for a file that is neither media nor a transcript. */
export function kindOf(name: string): Kind | null {
  const extension = extensionOf(name)
  if (extension === 'vtt' || extension === 'srt' || extension === 'json') return extension
  return Object.hasOwn(mediaTypes, extension) ? 'media' : null
}

export const mediaTypeOf = (name: string) => mediaTypes[extensionOf(name)] ?? null

/** Hidden files, and files that programs are still writing. */
export const isIgnored = (name: string) =>
  /^(\.|~\$)|\.(part|partial|tmp|temp|crdownload|download|filepart)$/i.test(name)

/** `call.mp4.json` has the fields of `call.mp4`. */
export const sidecarOf = (name: string) => `${name}.json`
export const isSidecar = (name: string) => /\.json$/.test(name) && kindOf(name.slice(0, -'.json'.length)) !== null

// Only UTC: any other time would have to be guessed.
const beginning = /^(\d{4})-?(\d\d)-?(\d\d)[T _](\d\d)[-.:]?(\d\d)(?:[-.:]?(\d\d))?Z(?=[ _.-]|$)[ _-]*/i

/** `2026-01-05T0900Z Weekly.mp4` has the title `Weekly` and its start; a name without a time is only a title. */
export function readName(name: string): { title: string; startedAt: string | null } {
  const stem = name.slice(0, name.length - extensionOf(name).length - 1)
  const [whole = '', year, month, day, hour, minute, second = '00'] = beginning.exec(stem) ?? []
  const title = cutShort(stem.slice(whole.length).trim() || stem, 255)
  return { title, startedAt: (whole && `${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || null }
}
