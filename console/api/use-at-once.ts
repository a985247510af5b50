/** A value of the service that shows at once what somebody chose, and goes back where the service refuses. */
import { startTransition, useOptimistic } from 'react'

/**
 * @param value   as the service last said it
 * @param change  asks for another; resolves when `value` is the new one. A refusal is told by the caller's mutation.
 */
export function useAtOnce<Value>(
  value: Value,
  change: (value: Value) => Promise<unknown>,
): [Value, (value: Value) => void] {
  const [shown, show] = useOptimistic(value)
  const choose = (next: Value) =>
    startTransition(async () => {
      show(next)
      await change(next).catch(() => {})
    })
  return [shown, choose]
}
