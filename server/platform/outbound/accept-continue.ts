/** Lets undici accept a `100 Continue` that it did not ask for, as RFC 9110 (15.2) requires of clients. */
import type { Socket } from 'node:net'

/**
 * Undici 8 ends a connection at a 100, and passes over a 102. So it reads 102 where an answer begins with a 100, alone
 * or among other informational ones.
 */
export function acceptContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  /** How much was written when the last answer began: until more is written, what comes is its content. */
  let writtenBefore = -1
  socket.read = (size) => {
    const piece: Buffer | null = read(size)
    if (piece !== null && socket.bytesWritten !== writtenBefore && renumber(piece)) writtenBefore = socket.bytesWritten
    return piece
  }
}

/** Changes each 100 at its beginning to 102. @returns whether an answer begins in the piece */
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
