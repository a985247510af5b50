/** The note writer without network. It only quotes, and the same transcript gives the same notes. *Pure.* */

import { composeNotes } from '../shared/compose-notes.ts'
import type { Meeting, StoredMeeting, WrittenNotes } from '../shared/engines.ts'
import { chooseMoments } from './choose-moments.ts'
import { quotationsOf } from './quotation.ts'
import { readMeeting } from './read-meeting.ts'

export function writeStored(meeting: StoredMeeting): WrittenNotes {
  return writeEmbedded({ ...meeting, transcript: JSON.parse(meeting.transcript) })
}

export function writeEmbedded(meeting: Meeting): WrittenNotes {
  const reading = readMeeting(meeting.transcript)
  const { summary, topics } = chooseMoments(reading, quotationsOf(reading))
  return composeNotes({ summary, topics, decisions: [], actionItems: [] }, meeting, 'embedded')
}
