/** A note writer that stands in for a language model: what somebody says they will do is an item, what was decided a decision. */
import { peopleByName } from '../../server/making/engines/embedded/people-by-name.ts'
import { composeNotes } from '../../server/making/engines/shared/compose-notes.ts'
import type { Meeting, NoteWriter, StoredMeeting, WrittenNotes } from '../../server/making/engines/shared/engines.ts'

/** Items are due a week after the meeting. */
const week = 7 * 86_400_000

export const scriptedWriter: NoteWriter = { write: async (stored) => writeScripted(stored) }

function writeScripted({ transcript, ...rest }: StoredMeeting): WrittenNotes {
  const meeting: Meeting = { ...rest, transcript: JSON.parse(transcript) }
  const { people, startedAt } = meeting
  const byName = peopleByName(people.filter(({ account }) => account !== false))
  const dueDate = startedAt && new Date(startedAt.getTime() + week).toISOString().slice(0, 10)
  const said = meeting.transcript.speech_segments.map(({ speaker, text, start_time }) => ({
    ...{ text: `${speaker}: ${text}`, timestamp: start_time },
    assignees: [byName.ofSpeaker(speaker)].filter((email) => email !== null),
    dueDate,
  }))
  const actionItems = said.filter(({ text }) => /: I will /.test(text))
  const decisions = said.filter(({ text }) => /: We decided /.test(text))
  return composeNotes({ summary: [], topics: [], decisions, actionItems }, meeting, 'scripted')
}
