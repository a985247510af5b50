/** A change, after which what it concerns is read anew. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

type More = {
  /** The page shows a refusal in its place. */
  isTold?: boolean
  /** The answer holds a secret: it is kept no longer than it is shown. */
  isSecret?: boolean
}

/** @param stale  what is read anew, by the beginnings of its keys */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  stale: QueryKey[],
  { isTold = false, isSecret = false }: More = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { isTold },
    ...(isSecret && { gcTime: 0 }),
    // Not awaited: what was done is done, also where it cannot be read anew yet.
    onSuccess: () => {
      for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
    },
  })
}
