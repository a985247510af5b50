/** Lets undici accept a `100 Continue` that it did not ask for, as RFC 9110 (15.2) requires of clients. */
import type { Socket } from 'node:net'

/**
 * Undici 8 ends a connection at a 100, and passes over a 102. So it reads 102 where an answer begins with a 100, alone
 * or among other informational ones.
 */
export function acceptContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  /** What had been written when the answer to it began: later bytes are its content. */
  let answered = -1
  socket.read = (size) => {
    const piece: Buffer | null = read(size)
    if (piece !== null && socket.bytesWritten !== answered && renumber(piece)) answered = socket.bytesWritten
    return piece
  }
}

/** @returns whether the piece holds more than informational answers */
function renumber(piece: Buffer): boolean {
  let at = 0
  while (at < piece.length) {
    const [, status] = /^HTTP\/1\.[01] (1..)$/.exec(piece.toString('latin1', at, at + 12)) ?? []
    if (status === undefined) return true
    if (status === '100') piece.write('102', at + 9)
    const end = piece.indexOf('\r\n\r\n', at)
    if (end === -1) return false
    at = end + 4
  }
  return false
}
