/** What documents say of a meeting above its words: title, day, people. *Pure.* */
import { cutShort, oneLine } from '../../server/platform/text.ts'
import { cleanTitle } from '../file-name.ts'
import { findWhen } from '../when.ts'
import { type Heading, readPeople } from './part.ts'

const peopleLabel = /^(?:\W*)(?:attendees|participants|speakers|invited|teilnehmer|people)\s*:?\s*(.*)$/i
/** Of what stands in a heading and is no title. */
const noTitle =
  /^[^\p{L}\p{N}]*(?:\d+\s*(?:h|m|min|mins|minutes|s)\b.*|view recording.*|summary keywords|keywords|transcript|summary|notes|meeting (?:transcript|notes)||.*https?:\/\/\S+.*|\d+ speakers?.*|started transcription.*|.*(?:started|stopped) transcription)$/iu

/** Of at most this many lines. */
const most = 40

/** Characters of a line that are looked at for a title and a day. */
const longest = 255

/** @param lines  what stands above the words; of notes, their beginning */
export function readHeading(lines: string[]): Heading {
  const heading: Heading = { title: '', startedAt: null, hasTime: false, people: [] }
  let awaitsPeople = false
  for (const raw of lines.slice(0, most)) {
    const whole = oneLine(raw.replace(/^#{1,6}\s+|\*\*/g, ''))
    if (whole === '') continue
    const [isPeople, given] = peopleLabel.exec(whole) ?? []
    if (isPeople !== undefined || awaitsPeople) {
      const names = isPeople === undefined ? whole : given!
      awaitsPeople = isPeople !== undefined && names === ''
      if (heading.people.length === 0) heading.people = readPeople(names)
      continue
    }
    const line = cutShort(whole, longest)
    const when = findWhen(line)
    if (when && heading.startedAt === null) {
      heading.startedAt = when.at.toISOString()
      heading.hasTime = when.hasTime
    }
    if (heading.title === '' && !noTitle.test(line)) heading.title = cleanTitle(line)
  }
  return heading
}
