/**
 * How much of message bodies is in memory at once. Most are small and none of this is felt; some hold the transcript of a
 * day. *Pure.*
 */

/** Bytes of bodies that one process holds, that one webhook may have of these, and that one claim reads. */
export const mostBytes = 67_108_864
export const mostBytesOfWebhook = 16_777_216
export const mostBytesAtOnce = 16_777_216

/** A message that may leave. */
export type Leaving = { workspace_id: string; webhook_id: string; lane: string; bytes: number }

/** Bytes that are in memory already: of all, and of the webhook of a message. */
export type InMemory = { all: number; of(message: Leaving): number }

export const nothingInMemory: InMemory = { all: 0, of: () => 0 }

/**
 * Chooses the messages whose bodies are read now. However large it is, a body has room where there is none: of its
 * webhook, or of all.
 * @param leaving    in the order in which they are due
 * @param perSecond  as many as that of each lane can leave at once; 0 is no limit
 * @returns those to read; those whose webhook has too much in memory, which are to rest; and the first that there is no
 *   room for at all, if it came to that: it and all after it are for the next time
 */
export function findRoom<Message extends Leaving>(
  leaving: Message[],
  perSecond: number,
  inMemory: InMemory,
): { front: Message[]; resting: Set<Message>; next: Message | undefined } {
  const front: Message[] = []
  const resting = new Set<Message>()
  const inLane = new Map<string, number>()
  const ofWebhook = new Map<string, number>()
  let read = 0
  for (const message of leaving) {
    const { workspace_id, webhook_id, bytes } = message
    const lane = `${workspace_id} ${message.lane}`
    const before = inLane.get(lane) ?? 0
    if (perSecond > 0 && before >= perSecond) continue
    const webhook = `${workspace_id} ${webhook_id}`
    const own = ofWebhook.get(webhook) ?? inMemory.of(message)
    if (!fits(own, bytes, mostBytesOfWebhook)) resting.add(message)
    else if (!fits(read, bytes, mostBytesAtOnce) || !fits(inMemory.all + read, bytes, mostBytes)) {
      return { front, resting, next: message }
    } else {
      front.push(message)
      inLane.set(lane, before + 1)
      ofWebhook.set(webhook, own + bytes)
      read += bytes
    }
  }
  return { front, resting, next: undefined }
}

const fits = (taken: number, bytes: number, most: number) => taken === 0 || taken + bytes <= most
