/** All tools, in the order in which assistants see them (decision 48). */

import { appendToAgenda } from './append-to-agenda.ts'
import { completeActionItem } from './complete-action-item.ts'
import { createActionItem } from './create-action-item.ts'
import { fetch } from './fetch.ts'
import { findPeople } from './find-people.ts'
import { getMeeting } from './get-meeting.ts'
import { getTranscript } from './get-transcript.ts'
import { listActionItems } from './list-action-items.ts'
import { listMeetings } from './list-meetings.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'
import { whoAmI } from './who-am-i.ts'

export const tools: readonly Tool[] = [
  ...[search, fetch, listMeetings, getMeeting, getTranscript, listActionItems, findPeople],
  ...[createActionItem, completeActionItem, appendToAgenda, whoAmI],
]
