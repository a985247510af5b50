/** Sends the marks of a recording under way, which are kept with it, sealed as it is, until they can be sent (decision 67). */
import { personHeader, requireHere } from '../api/person.ts'
import { reachHere } from '../api/reach.ts'
import type { KeptMark } from './kept-marks.ts'
import type { SoundFile } from './sound-file.ts'

/** `later`: the connection or the service is away. A text is what the service said of a mark that it does not take. */
type Outcome = 'sent' | 'later' | { refused: string }

export class MarkSender {
  readonly #file: SoundFile
  #sending: Promise<Outcome> | null = null

  constructor(file: SoundFile) {
    this.#file = file
  }

  /** One after another. A mark that the service refuses is not sent again. */
  send(uploadId: string): Promise<Outcome> {
    this.#sending ??= this.#sendAll(uploadId).finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(uploadId: string): Promise<Outcome> {
    let refused: Outcome = 'sent'
    for (;;) {
      const { marks = [], onBehalfOf } = this.#file.kept
      const next = marks.find(({ isSent }) => !isSent)
      if (!next) return refused
      const outcome = await sendMark(uploadId, next, onBehalfOf?.id)
      if (outcome === 'later') return outcome
      if (outcome !== 'sent') refused = outcome
      const now = this.#file.kept.marks ?? []
      await this.#file.change({ marks: now.map((mark) => (mark.at === next.at ? { ...mark, isSent: true } : mark)) })
    }
  }
}

async function sendMark(id: string, { at, text }: KeptMark, onBehalfOf: string | undefined): Promise<Outcome> {
  try {
    await requireHere()
    const acting: Record<string, string> = onBehalfOf === undefined ? {} : { 'X-On-Behalf-Of': onBehalfOf }
    const answer = await fetch(`${reachHere().origin}/api/v1/recording/${id}/mark`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...personHeader(), ...acting, ...(await reachHere().headers()) },
      body: JSON.stringify({ at, text }),
    })
    if (answer.ok) return 'sent'
    if (answer.status === 401) await reachHere().signedOut()
    if ([401, 408, 429].includes(answer.status) || answer.status >= 500) return 'later'
    return { refused: ((await answer.json()) as { message: string }).message }
  } catch {
    return 'later'
  }
}
