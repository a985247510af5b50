/** The note writer without network. It only quotes, and the same transcript gives the same notes. *Pure.* */

import { composeNotes } from '../compose-notes.ts'
import type { Meeting, StoredMeeting, WrittenNotes } from '../engines.ts'
import { chooseMoments } from './choose-moments.ts'
import { findActionItems } from './find-action-items.ts'
import { findDecisions } from './find-decisions.ts'
import { readMeeting } from './read-meeting.ts'
import { splitTopics } from './split-topics.ts'

export function writeStored(meeting: StoredMeeting): WrittenNotes {
  return writeEmbedded({ ...meeting, transcript: JSON.parse(meeting.transcript) })
}

export function writeEmbedded(meeting: Meeting): WrittenNotes {
  const reading = readMeeting(meeting.transcript)
  const items = findActionItems(reading, meeting)
  const decisions = findDecisions(reading, new Set(items.map(({ index }) => index)))
  const settled = decisions.map(({ index }) => index)
  const { summary, topics } = chooseMoments(reading, splitTopics(reading.sentences), settled)
  return composeNotes({ summary, topics, decisions, actionItems: items }, meeting, 'embedded')
}
