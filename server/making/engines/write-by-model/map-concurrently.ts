/** Runs tasks concurrently, at most `max` at a time. */

/**
 * @param task  receives a signal that also aborts when another task has failed
 * @returns the results in the order of the values
 * @throws the error of the first failed task, after the others were aborted
 */
export async function mapConcurrently<Value, Result>(
  values: Value[],
  max: number,
  signal: AbortSignal,
  task: (value: Value, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const left = values.entries()
  const work = async () => {
    for (const [index, value] of left) {
      either.throwIfAborted()
      results[index] = await task(value, either)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(max, values.length) }, work))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return results
}
