/** Says when requests to an origin may begin: a burst does not overrun its listener, and whoever hangs holds up nobody else. */

/** Requests to one origin that may be young at a time, and for how long one counts as young; one that ended counts no more. */
const mostYoung = 64
const youngMs = 100

type Door = { young: number; lines: Map<string, (() => void)[]> }

export class Gate {
  readonly #doors = new Map<string, Door>()

  /**
   * Waits for its turn. Those who wait go in by turns among their owners: one after the other, whoever has how many.
   * @returns what is to be called when the request has ended
   */
  async enter(origin: string, owner: string): Promise<() => void> {
    const door = this.#doors.get(origin) ?? { young: 0, lines: new Map() }
    this.#doors.set(origin, door)
    if (door.young < mostYoung) door.young++
    else await standInLine(door, owner)
    let isYoung = true
    const leave = () => {
      clearTimeout(ageing)
      if (isYoung) this.#letNextIn(origin, door)
      isYoung = false
    }
    const ageing = setTimeout(leave, youngMs)
    return leave
  }

  #letNextIn(origin: string, door: Door): void {
    const [next] = door.lines
    if (next) {
      const [owner, line] = next
      door.lines.delete(owner)
      line.shift()!()
      if (line.length > 0) door.lines.set(owner, line)
    } else if (--door.young === 0) this.#doors.delete(origin)
  }
}

function standInLine({ lines }: Door, owner: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const line = lines.get(owner)
  if (line) line.push(resolve)
  else lines.set(owner, [resolve])
  return promise
}
