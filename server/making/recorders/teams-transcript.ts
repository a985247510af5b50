/**
 * Fetches a transcript of Teams in the form that the tenant allows. *Pure.*
 * @see https://learn.microsoft.com/graph/api/calltranscript-get
 */
import { explainRefusal, refusalCode } from './graph-refusals.ts'
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
    // Without speakers it has no header either, and is read like SRT.
    return { format: withoutSpeakers ? 'srt' : 'vtt', text: other.text }
  }
