import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedMebibytes } from './cluster.ts'

test('PostgreSQL keeps an eighth of the memory, 64 to 256 MiB', () => {
  const mebibyte = 1_048_576
  for (const [machine, kept] of [
    [256, 64],
    [512, 64],
    [519, 64],
    [520, 65],
    [1_024, 128],
    [2_047, 255],
    [2_048, 256],
    [65_536, 256],
  ] as const)
    assert.equal(sharedMebibytes(machine * mebibyte), kept, `${machine} MiB`)
})
