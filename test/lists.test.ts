/** Spec 2.7: over random workspaces each list shows what a naive filter of the written world leaves, page by page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertListsHold } from './support/compare-lists.ts'
import { openWorld } from './support/world.ts'

// Small tables are read whole, whatever the filter. Without that, the indexes that large ones need have to be right too.
const plans: [name: string, without: string[]][] = [
  ['as it comes', []],
  ['by indexes', ['seqscan']],
  ['by bitmaps', ['seqscan', 'indexscan']],
]

for (const [index, [name, without]] of plans.entries()) {
  test(`2.7: every filter alone, in pairs and in larger combinations, ${name}`, () => assertListsHold(index, without))
}

/** Searches titles both ways: each of the pair is found by the other. */
async function assertSameButForCase(pairs: [string, string][]): Promise<void> {
  await using world = await openWorld()
  const titles = [...new Set(pairs.flat())]
  await world.load({
    id: 'ws_case',
    subdomain: 'case',
    name: 'Case',
    users: [{ id: 'u_0', email: 'u_0@acme.test', full_name: 'Ada' }],
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_case' }],
    notes: titles.map((title, index) => ({ id: `n_${index}`, title: `<${title}>`, created_by: 'u_0' })),
  })
  for (const [title, search] of [...pairs, ...pairs.map(([a, b]): [string, string] => [b, a])]) {
    const { body } = await world.post('/api/v1/notes', 'mb_case', { filters: { title: search } })
    const found = body.data.map((note: { title: string }) => note.title)
    assert(found.includes(`<${title}>`), `${search} should find ${title}, not ${found}`)
  }
}

test('11: a title is found in any case', async () => {
  await assertSameButForCase([
    ['straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['İ', 'i\u0307'],
    ['ﬁn', 'FIN'],
    ['𐐀', '𐐨'],
    ['ა', 'Ა'],
    ['Ꭰ', 'ꭰ'],
    ['K', 'k'],
  ])
})
