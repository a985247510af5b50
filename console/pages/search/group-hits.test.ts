import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupHits } from './group-hits.ts'

const hit = (kind: string, note_id: string | null, action_item_id: string | null = null) => ({
  kind,
  note_id,
  recording_id: null,
  action_item_id,
})

test('meetings stand in the order of their best hit, each with its title and its moments', () => {
  const hits = [hit('agenda', 'n_2'), hit('title', 'n_1'), hit('transcript', 'n_2'), hit('action_item', null, 'ai_1')]
  assert.deepEqual(groupHits(hits), [
    { key: 'n_2', title: undefined, moments: [hits[0], hits[2]] },
    { key: 'n_1', title: hits[1], moments: [] },
    { key: 'ai_1', title: undefined, moments: [hits[3]] },
  ])
})
