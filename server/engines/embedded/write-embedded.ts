/** The note writer that needs no network: it only extracts text. The same transcript gives the same notes. *Pure.* */

import { composeNotes } from '../compose-notes.ts'
import type { Meeting, StoredMeeting, WrittenNotes } from '../engines.ts'
import { findActionItems } from './find-action-items.ts'
import { findDecisions } from './find-decisions.ts'
import { keyPhrases } from './key-phrases.ts'
import { type Reading, type ReadSentence, readMeeting } from './read-meeting.ts'
import { splitTopics } from './split-topics.ts'
import { summarize } from './summarize.ts'

const phrasesOfTopic = 3

export function writeStored(meeting: StoredMeeting): WrittenNotes {
  return writeEmbedded({ ...meeting, transcript: JSON.parse(meeting.transcript) })
}

export function writeEmbedded(meeting: Meeting): WrittenNotes {
  const reading = readMeeting(meeting.transcript)
  const topics = splitTopics(reading.sentences)
  const items = findActionItems(reading, meeting)
  const taken = new Set(items.map(({ index }) => index))
  const findings = {
    summary: summarize(reading, topics),
    topics: topics.flatMap((topic) => describeTopic(topic, reading)),
    decisions: findDecisions(reading.sentences, taken),
    actionItems: items,
  }
  return composeNotes(findings, meeting, 'embedded')
}

function describeTopic(topic: ReadSentence[], reading: Reading) {
  const text = keyPhrases(topic, reading, phrasesOfTopic)
    .map((phrase) => phrase.text.replace(/^the /, ''))
    .join(', ')
  if (text === '') return []
  return [{ text: text.charAt(0).toUpperCase() + text.slice(1), timestamp: topic[0]!.second }]
}
