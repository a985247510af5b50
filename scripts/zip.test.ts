import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { zipOf } from './zip.ts'

test('each file is found by the directory at the end, with its name, its bytes and their check sum', () => {
  const files = [
    { name: 'a/größe.txt', content: Buffer.from('text '.repeat(1_000)) },
    { name: 'empty', content: Buffer.alloc(0) },
  ]
  const zip = zipOf(files)
  assert.deepEqual(zipOf(files), zip)
  const end = zip.length - 22
  assert.equal(zip.readUInt32LE(end), 0x06054b50)
  assert.equal(zip.readUInt16LE(end + 10), files.length)
  let at = zip.readUInt32LE(end + 16)
  for (const { name, content } of files) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50)
    const [sum, packed, size, length, local] = [16, 20, 24, 28, 42].map((field) =>
      zip.readUInt32LE(at + field),
    ) as number[]
    assert.deepEqual([sum, size], [crc32(content), content.length])
    const titleLength = length! & 0xffff
    assert.equal(zip.subarray(at + 46, at + 46 + titleLength).toString(), name)
    const begin = local! + 30 + zip.readUInt16LE(local! + 26)
    assert.deepEqual(inflateRawSync(zip.subarray(begin, begin + packed!)), content)
    at += 46 + titleLength
  }
  assert.equal(at, end)
})
