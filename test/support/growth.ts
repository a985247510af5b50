/** How the time of a computation grows, as a ratio within one run: the machine is shared with others. */
import assert from 'node:assert/strict'

/** Fails where eight times as much takes the square of that, 64 times as long. Less than a millisecond counts as one. */
export function assertNoSquare(size: number, run: (size: number) => void): void {
  const few = Math.max(
    1,
    shortest(() => run(size / 8)),
  )
  const many = shortest(() => run(size))
  assert(many < 32 * few, `${size / 8}: ${few} ms, ${size}: ${many} ms`)
}

function shortest(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}
