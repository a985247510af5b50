/** In 22 real meetings, hits and citations are of who speaks at their second, and begin with what is said there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeetings, readQuestions } from '../../bench/answers.ts'
import { worldOf } from '../../bench/search-meetings.ts'
import { compareWithTalk, questionsBySpeaker, type TalkWorld } from '../support/where-said.ts'
import { openWorld } from '../support/world.ts'

test('of 100 questions about 22 real meetings, and of their speakers, hits and citations are where their words are said', async (t) => {
  const meetings = await readMeetings()
  const { workspaces } = worldOf('answers', meetings, 0, meetings.length) as { workspaces: [TalkWorld] }
  await using world = await openWorld()
  const key = 'mb_all_answers_0123456789'
  const questions = (await readQuestions()).map(({ question }) => ({ query: question }))
  const answers = await compareWithTalk(world, workspaces[0], key, questions)
  const bySpeaker = await compareWithTalk(world, workspaces[0], key, questionsBySpeaker(workspaces[0], Infinity))
  for (const [of, { hits, citations, wrongHits, wrongCitations }] of Object.entries({ answers, bySpeaker })) {
    t.diagnostic(
      `${of}: ${wrongHits.length} of ${hits} hits and ${wrongCitations.length} of ${citations} citations are wrong`,
    )
    assert.deepEqual([hits >= 450, citations >= 900], [true, true], `${of}: ${hits} hits, ${citations} citations`)
    assert.deepEqual([wrongHits, wrongCitations], [[], []])
  }
})
