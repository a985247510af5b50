/** The build of the console: what a failed one leaves behind. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildConsole } from '../scripts/console-build.ts'

test('a failed build is repeated, and leaves the console of an earlier build unchanged', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'minutebook-console-'))
  t.after(() => rm(root, { recursive: true }))
  const [page, script] = [join(root, 'console/dist/index.html'), join(root, 'console/main.js')]
  await mkdir(join(root, 'console'))
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(root, 'node_modules'))
  await writeFile(join(root, 'console/index.html'), '<script type="module" src="/main.js"></script>')
  const write = (text: string) => writeFile(script, text)
  const build = () => buildConsole(() => {}, root)

  await write("import 'not-installed'")
  await assert.rejects(build(), /not-installed/)
  await assert.rejects(build(), /not-installed/)
  await write("document.title = 'works'")
  await build()
  const first = await readFile(page, 'utf8')
  await write("import 'not-installed'")
  await assert.rejects(build(), /not-installed/)
  assert.equal(await readFile(page, 'utf8'), first)
})
