/** In 22 real meetings, 200 hits and 100 citations are of who speaks at their second, and begin with what is said there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeetings, readQuestions } from '../../bench/answers.ts'
import { worldOf } from '../../bench/search-meetings.ts'
import { openComparison } from '../support/where-said.ts'
import { openWorld } from '../support/world.ts'

const name = 'answers'
const key = `mb_all_${name}_0123456789`

test('hits and citations of 22 real meetings', async () => {
  const meetings = await readMeetings()
  const loaded = worldOf(name, meetings, 0, meetings.length) as { workspaces: { recordings: [] }[] }
  const compare = openComparison(loaded.workspaces[0]!.recordings)
  await using world = await openWorld()
  await world.load(...loaded.workspaces)
  const [hits, citations] = [[], []] as [never[], never[]]
  for (const { question } of await readQuestions()) {
    const found = await world.post('/api/v1/search', key, { query: question, pagination: { page_size: 5 } })
    const asked = await world.post('/api/v1/ask', key, { question })
    hits.push(...(found.body.data as never[]))
    citations.push(...(asked.body.citations as never[]))
  }
  const [ofHits, ofCitations] = [compare.hits(hits), compare.citations(citations)]
  console.log(
    `${ofHits.wrong.length} of ${ofHits.compared} hits and ${ofCitations.wrong.length} of ${ofCitations.compared} citations are wrong`,
  )
  for (const { wrong } of [ofHits, ofCitations])
    console.log(
      Object.entries(Object.groupBy(wrong, (line) => line.split(':')[0]!))
        .map(([k, v]) => `${k} ${v!.length}`)
        .join(', '),
    )
  assert(ofHits.compared >= 200 && ofCitations.compared >= 100)
  assert.deepEqual([...ofHits.wrong, ...ofCitations.wrong].slice(0, 5), [])
})
