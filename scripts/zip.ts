/** A ZIP archive (PKWARE APPNOTE 6.3.10, 4.3): the same bytes for the same files. *Pure.* */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = { name: string; content: Buffer }

/** 1 January 1980, the first day that the format has. */
const [time, day] = [0, 33]
const [localHead, centralHead, end] = [0x04034b50, 0x02014b50, 0x06054b50]

/** At most 65,535 files and 4 GB: without the extensions for more. */
export function zipOf(files: ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(content, { level: 9 })]
    // Version 2.0, names in UTF-8, deflated.
    const head = numbers([20, 2], [0x0800, 2], [8, 2], [time, 2], [day, 2], [crc32(content), 4], [packed.length, 4])
    const sizes = numbers([content.length, 4], [title.length, 2], [0, 2])
    parts.push(numbers([localHead, 4]), head, sizes, title, packed)
    entries.push(
      numbers([centralHead, 4], [20, 2]),
      head,
      sizes,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      title,
    )
    offset += 4 + head.length + sizes.length + title.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const count: Field = [files.length, 2]
  const last = numbers([end, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2])
  return Buffer.concat([...parts, directory, last])
}

type Field = [value: number, bytes: 2 | 4]

function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
