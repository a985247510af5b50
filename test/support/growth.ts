/** How the time of a computation grows, as a ratio within one run. Only the time of its own thread counts: others share the machine. */
import assert from 'node:assert/strict'

/**
 * Fails where eight times as much takes the square of that, 64 times as long. Less than a millisecond counts as one.
 * Caches and clean-up may slow the larger half, so three attempts must all look like a square.
 */
export function assertNoSquare(size: number, run: (size: number) => void): void {
  const attempts: string[] = []
  while (attempts.length < 3) {
    const few = Math.max(
      1,
      shortestTime(() => run(size / 8)),
    )
    const many = shortestTime(() => run(size))
    if (many < 32 * few) return
    attempts.push(`${size / 8}: ${few} ms, ${size}: ${many} ms`)
  }
  assert.fail(attempts.join('; '))
}

function shortestTime(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
