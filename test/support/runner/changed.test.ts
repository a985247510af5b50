/** Which test files a change reaches. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { changedSince, reachedBy, readNames } from './changed.ts'

const names = new Map([
  ['server/notes/list.ts', ['server/platform/text.ts']],
  ['server/api.ts', ['server/notes/list.ts']],
  ['server/notes/list.test.ts', ['server/notes/list.ts']],
  ['test/support/world.ts', ['server/api.ts', 'migrations/']],
  ['test/lists.test.ts', ['test/support/world.ts']],
  ['server/text.test.ts', ['server/platform/text.ts']],
])
const tests = ['server/notes/list.test.ts', 'server/text.test.ts', 'test/architecture.test.ts', 'test/lists.test.ts']
const reached = (...changed: string[]) => reachedBy(changed, tests, names)

test('the nearest tests come first, after those that read the whole tree', () => {
  const ofTree = 'test/architecture.test.ts'
  assert.deepEqual(reached('server/notes/list.ts'), [ofTree, 'server/notes/list.test.ts', 'test/lists.test.ts'])
  assert.deepEqual(reached('server/platform/text.ts'), [
    ...[ofTree, 'server/text.test.ts', 'server/notes/list.test.ts', 'test/lists.test.ts'],
  ])
  assert.deepEqual(reached('server/text.test.ts'), [ofTree, 'server/text.test.ts'])
  assert.deepEqual(reached('migrations/0001_notes.sql'), [ofTree, 'test/lists.test.ts'])
  assert.deepEqual(reached('LICENSE'), [ofTree])
})

test('without a change there is nothing to run; a change of packages or of the runner reaches everything', () => {
  assert.deepEqual(reached(), [])
  for (const file of ['package.json', 'package-lock.json', 'test/support/setup.ts', 'test/support/runner/report.ts'])
    assert.deepEqual(reached(file), tests, file)
})

test('in this repository: imports, folders that are read, and pages of the console', () => {
  const all = [
    'test/console-note.test.ts',
    'test/sharing.test.ts',
    'test/deploy-proxies.test.ts',
    'sdk/src/follow.test.ts',
  ]
  const namesHere = readNames()
  const of = (file: string) => reachedBy([file], all, namesHere).sort()
  assert.deepEqual(of('server/api.ts'), ['test/console-note.test.ts', 'test/sharing.test.ts'])
  assert.deepEqual(of('migrations/0001_new.sql'), ['test/console-note.test.ts', 'test/sharing.test.ts'])
  assert.deepEqual(of('console/ui/new.tsx'), ['test/console-note.test.ts'])
  assert.deepEqual(of('deploy/proxy/nginx.conf'), ['test/deploy-proxies.test.ts'])
  assert.deepEqual(of('sdk/src/follow.test.ts'), ['sdk/src/follow.test.ts'])
})

test('changed is what a branch has committed, what it has not, and what git does not know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a.test', ...args], { cwd: folder, stdio: 'pipe' })
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const commit = () => git('add', '-A') && git('commit', '-qm', 'x')
  try {
    git('init', '-qb', 'main')
    for (const name of ['committed', 'of-main', 'same', 'uncommitted']) await write(name, '')
    commit()
    git('checkout', '-qb', 'mine')
    await write('committed', '1')
    commit()
    git('checkout', '-q', 'main')
    await write('of-main', '1')
    commit()
    git('checkout', '-q', 'mine')
    await write('uncommitted', '1')
    await write('unknown', '1')
    assert.deepEqual(changedSince('main', folder), ['committed', 'uncommitted', 'unknown'])
    assert.deepEqual(changedSince('HEAD', folder), ['uncommitted', 'unknown'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
