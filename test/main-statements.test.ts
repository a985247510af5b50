/** docs/sql/ has the statements that the service sends. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { formatStatement } from '../scripts/format-statement.ts'
import { mainStatements } from '../scripts/main-statements.ts'
import { openWorld } from './support/world.ts'

const folder = new URL('../docs/sql/', import.meta.url)

test('docs/sql/ has the statements that the service sends now; npm run schema writes it', async () => {
  const stored = async (name: string) => await readFile(new URL(name, folder), 'utf8')
  await using world = await openWorld({}, { anew: true })
  const wanted = await mainStatements(world)
  assert.deepEqual((await readdir(folder)).sort(), [...wanted.keys()].sort())
  for (const [name, text] of wanted) {
    assert(text === (await stored(name)), `docs/sql/${name} is stale: npm run schema`)
    // A section without a statement shows nothing.
    for (const section of text.split(/^-- (?!server)/m).slice(2))
      assert.match(section, /^-- server\/.*\n(select|with|insert|update)/m)
  }
})

test('a clause begins a line, indented by its query', () => {
  const text = `select "id", case when a and b then 1 else 2 end as "order" from x left join y on y.a = x.a where id in (select 'a  (b' from z for update) and n between 1 and 2`
  assert.equal(
    formatStatement(text),
    `select id, case when a and b then 1 else 2 end as "order"
from x
left join y on y.a = x.a
where id in (
  select 'a  (b'
  from z
  for update
)
  and n between 1 and 2`,
  )
})
