/** All tools, in the order in which assistants see them (decision 48). */

import { completeActionItem, createActionItem, listActionItems } from './action-items.ts'
import { appendToAgenda } from './append-to-agenda.ts'
import { listDecisions } from './decisions.ts'
import { fetch } from './fetch.ts'
import { getMeeting } from './get-meeting.ts'
import { getTranscript } from './get-transcript.ts'
import { listMeetings } from './list-meetings.ts'
import { findPeople, whoAmI } from './people.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  ...[search, fetch, listMeetings, getMeeting, getTranscript, listActionItems, listDecisions, findPeople],
  ...[createActionItem, completeActionItem, appendToAgenda, whoAmI],
]
