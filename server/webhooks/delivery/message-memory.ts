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

/**
 * Chooses the messages whose bodies are read now. The bodies of a webhook may take half of what is free, so that many webhooks
 * that hang leave room for others. A single body may exceed a limit: it has room if there is no other body of its webhook, or
 * of the process, in memory.
 * @param sendable   in the order in which they are due
 * @param perSecond  how many of each lane can be sent at once; 0 is no limit
 * @returns `toRead`: the messages to read. `deferred`: those without room. `next`: the first message beyond what one claim may
 *   read; it and all later ones wait for the next claim
 */
export function findRoom<Message extends Sendable>(
  sendable: Message[],
  perSecond: number,
  inMemory: InMemory,
): { toRead: Message[]; deferred: Set<Message>; next: Message | undefined } {
  const toRead: Message[] = []
  const deferred = new Set<Message>()
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
    const hasRoom = fits(own, bytes, maxBytesOfWebhook) && fits(inMemory.all + read, 2 * (own + bytes), maxBytes)
    if (!hasRoom) deferred.add(message)
    else if (!fits(read, bytes, maxBytesAtOnce)) return { toRead, deferred, next: message }
    else {
      toRead.push(message)
      inLane.set(lane, before + 1)
      ofWebhook.set(webhook, own + bytes)
      read += bytes
    }
  }
  return { toRead, deferred, next: undefined }
}

const fits = (taken: number, bytes: number, max: number) => taken === 0 || taken + bytes <= max
