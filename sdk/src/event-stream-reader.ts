/** Parses a stream of text/event-stream (WHATWG HTML, 9.2.6); supports what this client needs. */

/** `data` is '' if the event only sets a new id. */
export type ServerSentEvent = { id: string; event: string; data: string }

/** @param chunks  the body of a response; an incomplete event at its end is dropped */
export async function* readStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') {
        yield { id, event: event || 'message', data: data.join('\n') }
        event = ''
        data = []
        continue
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
      if (field === 'id') id = value
      else if (field === 'event') event = value
      else if (field === 'data') data.push(value)
    }
  }
}
