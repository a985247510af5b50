/** What becomes of the files of an import. *Pure.* */
import type { StoredTranscript } from '../server/platform/postgres/column-types.ts'
import type { Person } from './person.ts'

/** A file of a folder, a browser's choice or an archive. `path` has `/` between folders. */
export type ImportFile = { path: string; blob: Blob }

/** What files say of one meeting. */
export type ImportMeeting = {
  /**
   * By what the service knows it again: a hash (hash-of.ts) of the file with its transcript, else with its notes, else of its
   * media; `-N` follows where a file has several meetings.
   */
  key: string
  /** The paths of its files. */
  files: string[]
  /** The program that wrote them, as people know it: `Otter`. `''`: none that is known. */
  from: string
  title: string
  /** In UTC; null: the files do not say the day. */
  startedAt: string | null
  /** False: only the day is known, and it begins at noon of the zone of this machine. */
  hasTime: boolean
  people: Person[]
  speakers: string[]
  transcript: StoredTranscript | null
  /** Notes as Markdown, that another program or a person wrote; '' without any. */
  notes: string
  media: ImportFile | null
}

/** A file of which nothing is imported, and why, as a sentence. */
export type Unreadable = { path: string; reason: string }

export type ReadMeetings = { meetings: ImportMeeting[]; unreadable: Unreadable[] }

/** A meeting of the service that it joins. */
export type JoinedNote = { id: string; title: string; start: string }

/** A line of the table: "this will become …". A person may change `meeting` and `joins`, and leave it out. */
export type ImportRow = {
  meeting: ImportMeeting
  /** The recording that the same files have become before; null: none, so it is new. */
  knownAs: string | null
  joins: JoinedNote | null
}
