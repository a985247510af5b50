/** Reads the sound out of WebM, as browsers record it: packets of Opus, as soon as they are complete. *Pure.* */

/** The elements whose contents are read; all others are skipped. */
const containers = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0])
const codecPrivate = 0x63a2
const blocks = new Set([0xa3, 0xa1])
/** Time and flags, after the number of the track. */
const blockHead = 3

export class WebmPackets {
  #rest = new Uint8Array()
  /** The head of Opus (RFC 7845, 5.1); null until it has been read. */
  head: Uint8Array | null = null
  /** Chromium gives its one track the number 1, Firefox 2. */
  #track: number | null = null

  /** @returns the packets that these bytes complete. @throws {Error} the bytes are no WebM with one track */
  read(bytes: Uint8Array): Uint8Array[] {
    const all = new Uint8Array(this.#rest.length + bytes.length)
    all.set(this.#rest)
    all.set(bytes, this.#rest.length)
    const packets: Uint8Array[] = []
    let at = 0
    for (;;) {
      const id = readNumber(all, at, false)
      const size = id && readNumber(all, id.end, true)
      if (!size) break
      if (containers.has(id.value)) {
        at = size.end
        continue
      }
      const end = size.end + size.value
      if (end > all.length) break
      const content = all.slice(size.end, end)
      if (id.value === codecPrivate) this.head = content
      if (blocks.has(id.value)) packets.push(this.#packetOf(content))
      at = end
    }
    this.#rest = all.slice(at)
    return packets
  }

  #packetOf(block: Uint8Array): Uint8Array {
    const track = readNumber(block, 0, true)
    const flags = track && block[track.end + blockHead - 1]
    this.#track ??= track?.value ?? null
    const isLaced = flags === undefined || (flags & 0x06) !== 0
    if (!track || track.value !== this.#track || isLaced) throw new Error('The sound is no WebM with one track')
    return block.slice(track.end + blockHead)
  }
}

/** A number of EBML with 1 to 8 bytes; undefined if it is not complete. The id keeps the bit that tells its length. */
function readNumber(bytes: Uint8Array, at: number, isSize: boolean): { value: number; end: number } | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  const length = Math.clz32(first) - 23
  if (length > 8) throw new Error('The sound is no WebM')
  if (at + length > bytes.length) return undefined
  let value = isSize ? first & (0xff >> length) : first
  for (let next = 1; next < length; next++) value = value * 256 + bytes[at + next]!
  return { value, end: at + length }
}
