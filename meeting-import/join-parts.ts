/** Puts the files of one meeting together: sound, transcript and notes with the same name, or in a folder of their own. *Pure.* */
import { cutShort, oneLine } from '../server/platform/text.ts'
import { readFileName } from './file-name.ts'
import type { Part } from './forms/part.ts'
import type { ImportFile, ImportMeeting, Unreadable } from './meetings.ts'
import type { Person } from './person.ts'
import { rankOf } from './read-file.ts'

/** A part of a meeting with its file. Either `part` or `media` is there. */
export type ImportPart = {
  path: string
  part: Part | null
  media: ImportFile | null
  key: string
  /** The file has several meetings, so its name is of none of them. */
  isOneOfMany?: boolean
}

export function joinParts(parts: ImportPart[]): { meetings: ImportMeeting[]; unreadable: Unreadable[] } {
  const unreadable: Unreadable[] = []
  const groups = Map.groupBy(parts, (part) => (part.isOneOfMany ? part.key : readFileName(part.path).stem))
  const meetings = [...groups.values()].flatMap(splitByKind).map((group) => join(group, unreadable))
  const [empty, some] = [meetings.filter(isEmpty), meetings.filter((meeting) => !isEmpty(meeting))]
  for (const path of empty.flatMap(({ files }) => files)) unreadable.push({ path, reason: 'There are no words in it' })
  return { meetings: withoutCopies(some.sort(byTime), unreadable), unreadable }
}

/** A title alone, as of a note that nobody wrote. */
const isEmpty = ({ transcript, notes, media }: ImportMeeting) => !transcript && notes === '' && !media

/** The service would take a copy for the same meeting. */
function withoutCopies(meetings: ImportMeeting[], unreadable: Unreadable[]): ImportMeeting[] {
  const firsts = new Map<string, ImportMeeting>()
  for (const meeting of meetings) {
    const first = firsts.get(meeting.key)
    if (!first) firsts.set(meeting.key, meeting)
    else for (const path of meeting.files) unreadable.push({ path, reason: `It is a copy of ${first.files[0]}` })
  }
  return [...firsts.values()]
}

/** Two texts of one kind, such as `a/transcript.txt` and `a/chat.txt`, are not one meeting unless each gives another part. */
function splitByKind(group: ImportPart[]): ImportPart[][] {
  const same = Map.groupBy(group, ({ path, isOneOfMany }) => (isOneOfMany ? path : `${rankOf(path)} ${fileKind(path)}`))
  const isClear = [...same.values()].every((each) => each.length === 1 || each[0]!.media !== null)
  if (isClear) return [group]
  const parts = (of: ImportPart) => `${of.part?.transcript ? 't' : ''}${of.part?.notes ? 'n' : ''}`
  const kinds = group.filter(({ part }) => part !== null).map(parts)
  return new Set(kinds).size === kinds.length ? [group] : group.map((each) => [each])
}

const fileKind = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

const byTime = (one: ImportMeeting, other: ImportMeeting) =>
  (one.startedAt ?? '').localeCompare(other.startedAt ?? '') || one.title.localeCompare(other.title)

function join(group: ImportPart[], unreadable: Unreadable[]): ImportMeeting {
  const texts = group.filter(({ part }) => part !== null).sort((one, other) => rankOf(one.path) - rankOf(other.path))
  const parts = texts.map(({ part }) => part!)
  const media = chooseMedia(group, unreadable)
  const spoken = texts.find(({ part }) => part!.transcript)
  const first = spoken ?? texts[0] ?? group[0]!
  const name = group.some(({ isOneOfMany }) => isOneOfMany)
    ? { title: '', from: '', startedAt: null, hasTime: false }
    : group
        .map(({ path }) => readFileName(path))
        .reduce((best, next) => (best.startedAt || !next.startedAt ? best : next))
  const whens = [...parts, name].filter(({ startedAt }) => startedAt !== null)
  // A time from the name is better than a day from the text.
  const when = whens.find(({ hasTime }) => hasTime) ?? whens[0] ?? { startedAt: null, hasTime: false }
  const from = parts.map(({ from }) => from).find(Boolean) ?? name.from
  const title =
    parts.map(({ title }) => title).find(Boolean) || name.title || (from ? `${from} meeting` : baseName(first.path))
  const transcript = spoken?.part?.transcript ?? null
  const speakers = [...new Set((transcript?.speech_segments ?? []).map(({ speaker }) => speaker))].filter(Boolean)
  return {
    key: first.key,
    files: [...new Set(group.map(({ path }) => path))],
    from,
    title: cutShort(oneLine(title), 255),
    ...{ startedAt: when.startedAt, hasTime: when.hasTime },
    people: parts.map(({ people }) => people).find((people) => people.length > 0) ?? namesOf(speakers),
    speakers,
    transcript,
    notes: parts.map(({ notes }) => notes).find(Boolean) ?? '',
    media,
  }
}

/** `Speaker 1` is nobody's name. */
const namesOf = (speakers: string[]): Person[] =>
  speakers
    .filter((name) => !/^(?:(?:unknown )?speaker(?: \d+)?|me|them|unknown)$/i.test(name))
    .map((name) => ({ name }))

const baseName = (path: string) =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.[a-z0-9]{1,5}$/i, '')

/** Pictures have the sound too. */
function chooseMedia(group: ImportPart[], unreadable: Unreadable[]): ImportFile | null {
  const files = group.flatMap(({ media }) => media ?? [])
  const chosen = files.find(({ blob }) => blob.type.startsWith('video/')) ?? files[0] ?? null
  for (const { path } of files)
    if (path !== chosen!.path)
      unreadable.push({ path, reason: `Of one meeting one recording is kept: ${chosen!.path}` })
  return chosen
}
