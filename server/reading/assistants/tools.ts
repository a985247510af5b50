/** All tools, in the order in which assistants see them (decision 48). */
import type { Tool } from './tool.ts'
import { appendToAgenda } from './tools/append-to-agenda.ts'
import { completeActionItem } from './tools/complete-action-item.ts'
import { createActionItem } from './tools/create-action-item.ts'
import { fetch } from './tools/fetch.ts'
import { findPeople } from './tools/find-people.ts'
import { getMeeting } from './tools/get-meeting.ts'
import { getTranscript } from './tools/get-transcript.ts'
import { listActionItems } from './tools/list-action-items.ts'
import { listMeetings } from './tools/list-meetings.ts'
import { search } from './tools/search.ts'
import { whoAmI } from './tools/who-am-i.ts'

export const tools: readonly Tool[] = [
  ...[search, fetch, listMeetings, getMeeting, getTranscript, listActionItems, findPeople],
  ...[createActionItem, completeActionItem, appendToAgenda, whoAmI],
]
