/**
 * Writes packets of Opus as Ogg (RFC 3533, 7845). Players can seek in it and know its length, which WebM from a browser
 * lacks; and a recording that was cut off goes on in the same file. *Pure.*
 */

/** Where the file stands; it is kept with its bytes, so that another page can go on. */
export type OggState = { serial: number; pages: number; samples: number }

export const hertz = 48_000
const [firstPage, lastPage] = [2, 4]
const maxSegments = 255

export function beginOgg(serial: number, head: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; state: OggState } {
  const vendor = new TextEncoder().encode('Minutebook')
  const tags = new Uint8Array(16 + vendor.length)
  tags.set(new TextEncoder().encode('OpusTags'))
  tags[8] = vendor.length
  tags.set(vendor, 12)
  const pages = [
    pageOf({ serial, pages: 0, samples: 0 }, [head], firstPage),
    pageOf({ serial, pages: 1, samples: 0 }, [tags]),
  ]
  return { bytes: join(pages), state: { serial, pages: 2, samples: 0 } }
}

/** @returns the pages with these packets, and the state after them */
export function addToOgg(state: OggState, packets: Uint8Array[]) {
  const pages: Uint8Array[] = []
  let now = state
  for (let at = 0; at < packets.length; ) {
    const begin = at
    let [segments, samples] = [0, now.samples]
    while (at < packets.length && segments + segmentsOf(packets[at]!) <= maxSegments) {
      segments += segmentsOf(packets[at]!)
      samples += samplesOf(packets[at]!)
      at += 1
    }
    if (at === begin) throw new Error('A packet of sound is too long')
    pages.push(pageOf({ ...now, samples }, packets.slice(begin, at)))
    now = { ...now, pages: now.pages + 1, samples }
  }
  return { bytes: join(pages), state: now }
}

export const endOgg = (state: OggState): Uint8Array<ArrayBuffer> => pageOf(state, [], lastPage)

const segmentsOf = ({ length }: Uint8Array) => Math.floor(length / 255) + 1

/** The length of a packet, by its first bytes (RFC 6716, 3.1 and 3.2.5). */
export function samplesOf(packet: Uint8Array): number {
  const config = packet[0]! >> 3
  const milliseconds =
    config < 12 ? [10, 20, 40, 60][config & 3]! : config < 16 ? [10, 20][config & 1]! : [2.5, 5, 10, 20][config & 3]!
  const code = packet[0]! & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : packet[1]! & 63
  return (frames * milliseconds * hertz) / 1_000
}

function pageOf({ serial, pages, samples }: OggState, packets: Uint8Array[], flags = 0): Uint8Array<ArrayBuffer> {
  const lengths = packets.flatMap((packet) => [...Array<number>(segmentsOf(packet) - 1).fill(255), packet.length % 255])
  const head = new Uint8Array(27 + lengths.length)
  const view = new DataView(head.buffer)
  head.set(new TextEncoder().encode('OggS'))
  head[5] = flags
  view.setBigUint64(6, BigInt(samples), true)
  view.setUint32(14, serial, true)
  view.setUint32(18, pages, true)
  head[26] = lengths.length
  head.set(lengths, 27)
  const page = join([head, ...packets])
  new DataView(page.buffer).setUint32(22, checksum(page), true)
  return page
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value
})

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ table[((sum >>> 24) ^ byte) & 255]!
  return sum >>> 0
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
