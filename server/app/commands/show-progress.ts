/** The progress that a long command prints while it works. */
import { stderr } from 'node:process'

/**
 * Prints the current line every 5 s, to a terminal only: the log or mail of a nightly job stays short.
 * @param everyMs  for tests
 */
export function showProgress(
  currentLine: () => string,
  output: { isTTY?: boolean; write(text: string): unknown } = stderr,
  everyMs = 5_000,
): Disposable {
  const timer = setInterval(() => output.isTTY && output.write(`${currentLine()}\n`), everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
