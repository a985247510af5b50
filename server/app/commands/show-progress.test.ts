import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { showProgress } from './show-progress.ts'

test('progress is printed until the work is done, to a terminal only', async () => {
  for (const isTTY of [true, false]) {
    let [printed, done] = ['', 0]
    const output = { isTTY, write: (text: string) => (printed += text) }
    {
      using _ = showProgress(() => `${++done} done`, output, 1)
      while (isTTY && done < 2) await setTimeout(1)
      await setTimeout(10)
    }
    const atEnd = printed
    await setTimeout(10)
    assert.equal(printed, atEnd)
    assert.match(printed, isTTY ? /^1 done\n2 done\n/ : /^$/)
  }
})
