/** Raw HTTP over a real socket, for requests that no HTTP client sends. */
import { connect } from 'node:net'

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** The head of a request; the body follows. */
export const lines = (...each: string[]) => `${each.join('\r\n')}\r\n\r\n`

/** Sends the bytes and reads until the server closes the connection. */
export async function talkTo(port: number, bytes: string | Buffer): Promise<Reply[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += chunk
  return replies(text)
}

export function replies(text: string): Reply[] {
  return text
    .split(/(?=HTTP\/1\.1 )/)
    .filter(Boolean)
    .map((each) => {
      const [head = '', body = ''] = each.split('\r\n\r\n')
      const [status = '', ...fields] = head.split('\r\n')
      const headers = fields
        .map((field) => field.split(': ', 2))
        .map(([name = '', value = '']) => [name.toLowerCase(), value])
      return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers), body }
    })
}
