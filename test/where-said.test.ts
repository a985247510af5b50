/** In the demo, hits and citations are of who speaks at their second, and begin with what is said there (decisions 44, 56). */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { compareWithTalk, questionsBySpeaker, type TalkWorld } from './support/where-said.ts'
import { openWorld } from './support/world.ts'

const secret = 'mb_where_said_0123456789'
const questions = [
  'What would the remote control cost?',
  'Who is the target group of the remote?',
  'Which buttons does it need?',
  'Why not speech recognition?',
  'What did they say about batteries and kinetic energy?',
  'Which colours are in fashion?',
  'How do people in Wales choose a curriculum?',
  'What is a belief-net for?',
  'Who records the next data and with which microphones?',
  '"remote control" -budget',
  'fruit and vegetables',
  'Which help is there for small businesses?',
]

test('hits and citations of the demo are where their words are said', async () => {
  const { workspaces } = JSON.parse(await readFile(new URL('../demo/world.json', import.meta.url), 'utf8'))
  const api_keys = [{ id: 'k_where', user: 'u_ada', name: 'Where', secret, super_admin: true }]
  await using world = await openWorld()
  const workspace = { ...(workspaces[0] as TalkWorld), api_keys }
  const { hits, citations, ...wrong } = await compareWithTalk(world, workspace, secret, [
    ...questions.map((query) => ({ query })),
    ...questionsBySpeaker(workspace, 10),
  ])
  assert.deepEqual([hits >= 100, citations >= 60], [true, true], `${hits} hits, ${citations} citations`)
  assert.deepEqual(wrong, { wrongHits: [], wrongCitations: [] })
})
