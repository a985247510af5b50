/** In 22 real meetings, hits and citations are of who speaks at their second, and begin with what is said there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeetings, readQuestions } from '../../bench/answers.ts'
import { worldOf } from '../../bench/search-meetings.ts'
import { compareWithTalk, type TalkWorld } from '../support/where-said.ts'
import { openWorld } from '../support/world.ts'

test('of 100 questions about 22 real meetings, hits and citations are where their words are said', async () => {
  const meetings = await readMeetings()
  const { workspaces } = worldOf('answers', meetings, 0, meetings.length) as { workspaces: [TalkWorld] }
  await using world = await openWorld()
  const questions = (await readQuestions()).map(({ question }) => question)
  const { hits, citations, wrong } = await compareWithTalk(world, workspaces[0], 'mb_all_answers_0123456789', questions)
  assert.deepEqual([hits >= 200, citations >= 100], [true, true])
  assert.deepEqual(wrong, [])
})
