/** A release runs over the data of the two before it, and not over those of a newer one. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { runSql } from './support/databases.ts'
import { noHistory, oldReleases, openOldRelease } from './support/old-release.ts'
import { dataFolder, migratedDatabase, ofRepository, type Program } from './support/program.ts'

type Json = Record<string, unknown>
type Service = { output: { text: string } }

/** The machine of the tests may be busy, and the new release indexes what is there meanwhile. */
const calm = { SHED_DELAY_MS: '0' }

const addressOf = ({ output }: Service) => /ready at (http:\/\/\S+)/.exec(output.text)![1]!

async function post(service: Service, key: string, path: string, body: object): Promise<Json> {
  const answer = await fetch(`${addressOf(service)}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert(answer.ok, `${path} ${answer.status}`)
  return (await answer.json()) as Json
}

const lists: [path: string, include: object][] = [
  ['/api/v1/notes', { content_markdown: true, event_attendees: true }],
  ['/api/v1/recordings', { transcript: true, ai_notes: true }],
  ['/api/v1/action_items', {}],
]

/** All that a key sees, by path and id. */
async function everything(service: Service, key: string): Promise<Map<string, Json>> {
  const seen = new Map<string, Json>()
  for (const [path, include] of lists) {
    let cursor: string | null | undefined
    do {
      const pagination = { page_size: 50, ...(cursor && { cursor }) }
      const page = (await post(service, key, path, { include, pagination })) as {
        page_info: { cursor: string | null }
        data: (Json & { id: string })[]
      }
      for (const thing of page.data) seen.set(`${path} ${thing.id}`, thing)
      cursor = page.page_info.cursor
    } while (cursor)
  }
  return seen
}

/** The fields that there were, at every depth; a newer release may have more. */
function asBefore(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((each, index) => asBefore(each, before[index]))
  if (now === null || before === null || typeof now !== 'object' || typeof before !== 'object') return now
  const names = Object.keys(before as Json).filter((name) => name in now)
  return Object.fromEntries(names.map((name) => [name, asBefore((now as Json)[name], (before as Json)[name])]))
}

const migrationsOf = ({ path }: Program) => readdir(join(dirname(path), '../migrations'))

suite('from the last two releases', { skip: noHistory }, () => {
  for (const commit of oldReleases) {
    test(`from ${commit}: each key sees the same as before, and continues`, async () => {
      await using release = await openOldRelease(commit)
      await using data = await dataFolder(undefined, release)
      const old = await data.start('start', /Try it:/)
      const keys = old.output.text.match(/mb_[\w-]{43}/g)!
      const agenda = '::agenda{version=1}\n\n- Zucchini\n::action-item[Weigh the zucchini]'
      await post(old, keys[0]!, '/api/v1/note', { title: 'Harvest', content_native_markdown: agenda })
      const before = await Promise.all(keys.map((key) => everything(old, key)))
      assert.equal(await old.stop(), 0)

      data.program = ofRepository
      const now = await data.start('start', /Try it:/, calm)
      for (const [index, key] of keys.entries()) {
        const after = await everything(now, key)
        assert.deepEqual([...after.keys()].sort(), [...before[index]!.keys()].sort())
        for (const [id, thing] of before[index]!) assert.deepEqual(asBefore(after.get(id), thing), thing, id)
      }
      await post(now, keys[0]!, '/api/v1/note', { title: 'Written by the new release' })
      assert.equal(await now.stop(), 0)

      // The way back is a restored backup: the old code does not run over the new schema.
      data.program = release
      const isSame = (await migrationsOf(release)).length === (await migrationsOf(ofRepository)).length
      assert.equal((await data.run(['migrate'], { LOG_LEVEL: 'error' })).code, isSame ? 0 : 1)
    })
  }
})

test('a release refuses a newer schema with a sentence, and changes nothing', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const { settings } = database
  await runSql(settings.DATABASE_URL, "insert into kysely_migration values ('9999_of_tomorrow', '')")
  for (const command of ['migrate', 'start', 'serve', 'api', 'worker']) {
    const { code, out, err } = await data.run([command], settings)
    assert.deepEqual([code, out], [1, ''], command)
    assert.match(
      err,
      /^The database was brought up to date by a newer release than \S+ \(9999_of_tomorrow\): start that release, or restore a backup from before it\.\n$/,
    )
  }
})
