/** Services that copy OpenAI's answer give its times in other units too. *Pure.* */
import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { type AnswerFields, fieldsOf } from './answer-fields.ts'

/** Milliseconds, microseconds, and nanoseconds, which Go's durations are in (LocalAI). */
const unitsInSecond = [1e3, 1e6, 1e9]
/** Models hear words after the end: whisper.cpp fills the last half minute. */
const beyondSeconds = 60
/** What a character of speech takes. */
const usualPace = 1 / 15
/** A word in half a minute of silence is slower than speech, so that only a pace slower than this is another unit's. */
const slowestPace = 32

/**
 * Times are in seconds, unless they end more than a minute after the media, or nobody speaks so slowly. Then they are in
 * the unit in which people speak as usual, if they fit into the media in it. Without a known length, an answer whose own
 * duration is impossible is read in no unit: LocalAI gives none, or one in seconds.
 * @param lengthSeconds  of the sent media, if known
 * @returns the answer with times in seconds
 */
export function inSeconds(answer: AnswerFields, lengthSeconds: number | null): AnswerFields {
  if (lengthSeconds === null && Number(answer.duration) > maxSeconds) return answer
  const most = (lengthSeconds ?? maxSeconds) + beyondSeconds
  const timed = [...fieldsOf(answer.segments), ...fieldsOf(answer.words)]
  const last = timed.reduce((last, { start, end }) => Math.max(last, Number(start) || 0, Number(end) || 0), 0)
  const pace = paceOf(timed, last)
  // One segment may be all of the media, with one word in it.
  const isWhole = Math.abs(last - (lengthSeconds ?? Number(answer.duration))) < 1
  if (pace === null || (last <= most && (pace < slowestPace || isWhole))) return answer
  const distance = (unit: number) => Math.abs(Math.log(pace / unit / usualPace))
  const unit = unitsInSecond.reduce((one, other) => (distance(other) < distance(one) ? other : one), 1)
  if (unit === 1 || last / unit > most) return answer
  const scaled = (value: unknown) => (typeof value === 'number' ? value / unit : value)
  const inUnit = (list: unknown) =>
    fieldsOf(list).map(
      (each): AnswerFields => ({
        ...each,
        start: scaled(each.start),
        end: scaled(each.end),
        words: inUnit(each.words),
      }),
    )
  const duration = Number(answer.duration) > most ? scaled(answer.duration) : answer.duration
  return { ...answer, duration, segments: inUnit(answer.segments), words: inUnit(answer.words) }
}

/**
 * What a character takes in the middle one of all segments and words, so that one invented time decides nothing. Where
 * none has a start and an end, all of the text is said until `last`.
 * @returns null without text or times
 */
function paceOf(timed: AnswerFields[], last: number): number | null {
  const characters = ({ text, word }: AnswerFields) =>
    [text, word].find((each) => typeof each === 'string')?.trim().length ?? 0
  const paces = timed
    .map((each) => (Number(each.end) - Number(each.start ?? Number.NaN)) / characters(each))
    .filter((pace) => pace > 0 && Number.isFinite(pace))
    .sort((one, other) => one - other)
  if (paces.length > 0) return paces[(paces.length - 1) >> 1]!
  const whole = last / timed.reduce((sum, each) => sum + characters(each), 0)
  return whole > 0 && Number.isFinite(whole) ? whole : null
}
