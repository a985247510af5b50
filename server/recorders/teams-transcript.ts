/**
 * Fetches a transcript of Teams in the form that the tenant allows. *Pure.*
 * @see https://learn.microsoft.com/graph/api/calltranscript-get
 */
import { explainRefusal, refusalCode } from './graph-refusals.ts'
import { parseObject, textOf } from './read-values.ts'
import type { Access, ReadTranscript } from './recorder-kind.ts'

/** The form without speakers is only given by this header, not by `$format`. */
const unattributed = 'application/vnd.microsoft.graph.transcript+text'

/** WebVTT, else the form that fits the refusal: cues without speakers, or cues that contain JSON. */
export const readTeamsTranscript =
  ({ download }: Access, own: string): ReadTranscript =>
  async (fetchText) => {
    const usual = await fetchText(download(`${own}/content?$format=text/vtt`), 'text/vtt')
    const code = refusalCode(usual)
    const isFinal = usual.status !== 403 || code === 'GraphAccessToTranscriptsDisabled'
    const withoutSpeakers = code === 'SpeakerAttributionNotAllowed'
    const [path, accept] = withoutSpeakers ? ['content', unattributed] : ['metadataContent', 'text/vtt']
    const other = isFinal ? usual : await fetchText(download(`${own}/${path}`), accept)
    if (other.status !== 200) throw explainRefusal(other)
    if (other === usual) return { format: 'vtt', text: usual.text }
    return { format: 'vtt', text: withoutSpeakers ? joinTimes(other.text) : spokenIn(other.text) }
  }

/** The form without speakers has no header, and an empty line after the times. */
const joinTimes = (text: string) =>
  `WEBVTT\n\n${text.replace(/^\s*WEBVTT[^\n]*\n/, '').replace(/(-->[^\n]*)\n[^\S\n]*\r?\n/g, '$1\n')}`

/** Each cue of the metadata is an object on one line. */
function spokenIn(text: string): string {
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('{')) return line
    const { speakerName, spokenText } = parseObject(line)
    return `<v ${plain(textOf(speakerName) ?? '')}>${plain(textOf(spokenText) ?? '')}</v>`
  })
  return lines.join('\n')
}

const plain = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ')
