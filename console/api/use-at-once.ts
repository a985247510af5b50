/** Shows a chosen value at once, and returns to the service's value if the service rejects it (optimistic update). */
import { startTransition, useOptimistic } from 'react'

/**
 * @param value   the service's last value
 * @param change  requests another; resolves when `value` is the new one. The caller's mutation shows errors.
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
