/** How far a download is: a bar in a terminal, and a line for each tenth elsewhere. */
import { stderr } from 'node:process'

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const [barCells, redrawMs] = [24, 100]

export class ProgressBar {
  readonly #output: Output
  readonly #milliseconds: () => number
  #label = ''
  #tenth = 0
  #drawnAt = Number.NEGATIVE_INFINITY

  constructor(output: Output = stderr, milliseconds = performance.now.bind(performance)) {
    this.#output = output
    this.#milliseconds = milliseconds
  }

  /** @param label  a new one begins a new bar */
  show(label: string, done: number, of: number): void {
    const share = of === 0 ? 1 : Math.min(1, done / of)
    if (label !== this.#label) {
      this.end()
      this.#label = label
      this.#tenth = Math.floor(share * 10)
    }
    const sizes = `${megabytes(done)} of ${megabytes(of)} MB`
    if (this.#output.isTTY) this.#draw(share, sizes)
    else if (Math.floor(share * 10) > this.#tenth) {
      this.#tenth = Math.floor(share * 10)
      this.#output.write(`${label}: ${Math.floor(share * 100)} %, ${sizes}\n`)
    }
  }

  #draw(share: number, sizes: string): void {
    const now = this.#milliseconds()
    if (share < 1 && now - this.#drawnAt < redrawMs) return
    this.#drawnAt = now
    const filled = Math.round(share * barCells)
    const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled)
    const line = `${this.#label} ${bar} ${Math.floor(share * 100)} %, ${sizes}`
    this.#output.write(`\r${line.slice(0, (this.#output.columns ?? 80) - 1)}\x1b[K`)
  }

  /** Ends the line of the bar. */
  end(): void {
    if (this.#label !== '' && this.#output.isTTY) this.#output.write('\n')
    this.#label = ''
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000)
