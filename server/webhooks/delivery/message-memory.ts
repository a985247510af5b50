/**
 * Limits how many bytes of message bodies are in memory at once. Most bodies are small; some hold the transcript of a whole
 * day. *Pure.*
 */

/** Bytes of bodies that one process may hold, that one webhook may have of these, and that one claim may read. */
export const maxBytes = 67_108_864
export const maxBytesOfWebhook = 16_777_216
export const maxBytesAtOnce = 16_777_216

/** A message that may be sent. */
export type Sendable = { workspace_id: string; webhook_id: string; lane: string; bytes: number }

/** Bytes that are in memory already: of all messages, and of the webhook of a message. */
export type InMemory = { all: number; of(message: Sendable): number }

export const nothingInMemory: InMemory = { all: 0, of: () => 0 }

/** Kept for bodies of at most 64 KB, so that large ones of webhooks that hang leave room for most messages. */
export const reserve = 16_777_216
const maxSmall = 65_536

/**
 * Chooses the messages whose bodies are read now. A webhook that has bodies in memory gets more only within half of what is
 * free, so that those that hang leave room for others. A single body may exceed a limit: it has room if there is no other
 * body of its webhook, or beyond the reserve of the process, in memory.
 * @param sendable   in the order in which they are due
 * @param perSecond  how many of each lane can be sent at once; 0 is no limit
 * @returns `toRead`: the messages to read. `deferred`: those without room. `waiting`: the first whose webhook has nothing in
 *   memory, and that has no room in the process; it stays due, and no other large one passes it. `next`: the first message beyond what one claim may read; it and all
 *   later ones wait for the next claim
 */
export function findRoom<Message extends Sendable>(
  sendable: Message[],
  perSecond: number,
  inMemory: InMemory,
): { toRead: Message[]; deferred: Set<Message>; waiting: Message | undefined; next: Message | undefined } {
  const toRead: Message[] = []
  const deferred = new Set<Message>()
  let waiting: Message | undefined
  const inLane = new Map<string, number>()
  const ofWebhook = new Map<string, number>()
  let read = 0
  for (const message of sendable) {
    const { workspace_id, webhook_id, bytes } = message
    const lane = `${workspace_id} ${message.lane}`
    const before = inLane.get(lane) ?? 0
    if (perSecond > 0 && before >= perSecond) continue
    const webhook = `${workspace_id} ${webhook_id}`
    const own = ofWebhook.get(webhook) ?? inMemory.of(message)
    const isLarge = bytes > maxSmall
    const taken = inMemory.all + read
    const limit = isLarge ? maxBytes - reserve : maxBytes
    const hasShare = own === 0 || own + bytes <= Math.min(maxBytesOfWebhook, (limit - taken) / 2)
    const hasRoom = taken + bytes <= limit || (isLarge ? taken <= reserve : taken === 0)
    if (!hasShare || (waiting && (isLarge || !hasRoom))) deferred.add(message)
    else if (!hasRoom) waiting = message
    else if (!fits(read, bytes, maxBytesAtOnce)) return { toRead, deferred, waiting, next: message }
    else {
      toRead.push(message)
      inLane.set(lane, before + 1)
      ofWebhook.set(webhook, own + bytes)
      read += bytes
    }
  }
  return { toRead, deferred, waiting, next: undefined }
}

const fits = (taken: number, bytes: number, max: number) => taken === 0 || taken + bytes <= max
