/** Several tasks side by side, but not more than so many. */

/**
 * @param task  given a signal that also aborts once one of them has failed
 * @returns the results in the order of the values
 * @throws the error of the first task that failed, after the others were stopped
 */
export async function mapConcurrently<Value, Result>(
  values: Value[],
  most: number,
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
    await Promise.all(Array.from({ length: Math.min(most, values.length) }, work))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return results
}
