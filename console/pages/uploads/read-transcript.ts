/** Converts pasted or dropped captions or plain text to the API's transcript. *Pure.* */

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
export type Transcript = { format: 'vtt' | 'srt'; text: string } | { speech_segments: Segment[] }

/** The usual speed of speech. */
const wordsPerSecond = 2.5

export function readTranscript(text: string): Transcript {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (/^WEBVTT(\s|$)/.test(plain)) return { format: 'vtt', text: plain }
  if (/^\d\d:\d\d:\d\d[,.]\d{1,3}\s+-->/m.test(plain)) return { format: 'srt', text: plain }
  return { speech_segments: readLines(plain) }
}

/** `[00:01:30] Ada: text`, `01:30 Ada: text`, `Ada: text` or text alone. */
const line = /^(?:\[?((?:\d{1,2}:)?\d{1,3}:\d\d)\]?\s*[-–]?\s*)?(?:([^\s:][^:]{0,80}):\s+)?(.*)$/su

/** Missing times are estimated from the number of words, so that turns keep their order. */
function readLines(text: string): Segment[] {
  const turns = text.split(/\r?\n/).filter((each) => each.trim() !== '')
  const segments: Segment[] = []
  let at = 0
  for (const turn of turns) {
    const [, time, speaker, said = ''] = line.exec(turn.trim())!
    // A name alone on its line: the text follows below.
    if (said.trim() === '') continue
    const start = Math.max(at, time ? secondsOf(time) : at)
    at = start + Math.max(1, said.split(/\s+/).length / wordsPerSecond)
    segments.push({
      speaker: (speaker ?? segments.at(-1)?.speaker ?? '').trim(),
      text: said.trim(),
      start_time: start,
      end_time: at,
    })
  }
  return withEnds(segments)
}

/** A turn ends when the next one begins. */
function withEnds(segments: Segment[]): Segment[] {
  return segments.map((segment, index) => {
    const next = segments[index + 1]
    const end = next ? Math.min(segment.end_time, next.start_time) : segment.end_time
    return { ...segment, end_time: Math.max(end, segment.start_time) }
  })
}

const secondsOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
