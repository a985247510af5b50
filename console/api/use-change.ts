/** A mutation that refetches what it changes. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

type More = {
  /** The page shows errors itself, so there is no notice. */
  pageShowsError?: boolean
  /** The response contains a secret: it is not kept longer than it is shown. */
  isSecret?: boolean
}

/** @param stale  prefixes of the keys to refetch */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  stale: QueryKey[],
  { pageShowsError = false, isSecret = false }: More = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { pageShowsError },
    ...(isSecret && { gcTime: 0 }),
    // Not awaited: the change has succeeded, even if a refetch fails.
    onSuccess: () => {
      for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
    },
  })
}
